/** Citations of documents that are not in the repository. */
const foreignCitations: readonly RegExp[] = [
  /\bdesign \d+\b/i,
  /\brulings?(?=[,:)])/,
  /\bresearch\/[\w.-]+/,
  /\b(?:style|look|design|rulings|spec)\.md\b/,
];

/** The citations in a text of documents that are not in the repository. */
export const findForeignCitations = (text: string): string[] =>
  foreignCitations.flatMap((citation) => citation.exec(text)?.[0] ?? []);
