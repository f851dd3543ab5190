/** Citations of documents that are not in the repository. */
const foreignCitations: readonly RegExp[] = [
  /\bdesign \d+\b/i,
  /\brulings?(?=[,:)])/,
  /\bresearch\/[\w.-]+/,
  /\b(?:style|look|design|rulings|spec)\.md\b/,
];

/** Finds the first match of each pattern in a text. */
export const findForeignCitations = (text: string): string[] =>
  foreignCitations.flatMap((citation) => citation.exec(text)?.[0] ?? []);
