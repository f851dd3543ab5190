/** The kinds of documents that staff publish in versions. */
export type PublishedKind = 'rates' | 'counters' | 'words' | 'catalogue' | 'questions' | 'report' | 'report_years';

/** A document as named texts, such as `CAD: 1.36 (2026-11-21, ECB)`. Versions are compared by these texts. */
export type Facts = ReadonlyMap<string, string>;

/** A kind of document that staff publish, with its default and its format. */
export interface DocumentKind<Document> {
  readonly name: PublishedKind;
  /** The kind's name in copy. */
  readonly title: string;
  /** The default. It applies until a version is published; going back to the default publishes it. */
  readonly standard: Document;
  /** Parses a stored document. Throws if it is not of this kind. */
  readonly parse: (stored: unknown) => Document;
  readonly factsOf: (document: Document) => Facts;
}

/** A published document, or the default as version 0. */
export interface Version<Document> {
  readonly number: number;
  readonly document: Document;
  readonly effectiveFrom: Date;
}

/** A fact that differs between two versions; null for a version that does not have the fact. */
export interface Change {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Returns the changes from one version to the next, in the order of the newer version's facts, and then the removed facts. */
export function compareFacts(before: Facts, after: Facts): readonly Change[] {
  const names = new Set([...after.keys(), ...before.keys()]);
  return [...names]
    .map((name) => ({ name, before: before.get(name) ?? null, after: after.get(name) ?? null }))
    .filter((change) => change.before !== change.after);
}
