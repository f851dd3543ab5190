/** What staff publish as versions. */
export type PublishedKind = 'rates' | 'counters' | 'words' | 'catalogue' | 'questions' | 'report' | 'report_years';

/** A document as named texts, such as `CAD: 1.36 (2026-11-21, ECB)`. Two versions are compared by them. */
export type Facts = ReadonlyMap<string, string>;

/** A kind of document that staff publish: what it contains, and what applies before anything was published. */
export interface DocumentKind<Document> {
  readonly name: PublishedKind;
  /** The kind's name in copy. */
  readonly title: string;
  /** Applies until a version is published; going back to the default publishes it. */
  readonly standard: Document;
  /** Parses a stored document. Throws when it is not of this kind. */
  readonly parse: (stored: unknown) => Document;
  readonly factsOf: (document: Document) => Facts;
}

/** A document that was published, or the default as version 0. */
export interface Version<Document> {
  readonly number: number;
  readonly document: Document;
  readonly effectiveFrom: Date;
}

/** A fact that differs between two versions; null where one of them does not have it. */
export interface Change {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What changed from one version to the next, in the order of the newer one's facts, and then what it no longer has. */
export function compareFacts(before: Facts, after: Facts): readonly Change[] {
  const names = new Set([...after.keys(), ...before.keys()]);
  return [...names]
    .map((name) => ({ name, before: before.get(name) ?? null, after: after.get(name) ?? null }))
    .filter((change) => change.before !== change.after);
}
