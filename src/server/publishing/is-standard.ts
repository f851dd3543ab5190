import type { PublishedDocument } from '#server/ports/published.ts';

/** Returns true if the default applies: nothing was published, or the default was published again. */
export function isStandard<Document extends object>(published: PublishedDocument<Document>): boolean {
  const { kind } = published;
  const { document } = published.current();
  const known = compared.get(document) ?? JSON.stringify(document) === JSON.stringify(kind.parse(kind.standard));
  compared.set(document, known); // every request for a page asks
  return known;
}

const compared = new WeakMap<object, boolean>();
