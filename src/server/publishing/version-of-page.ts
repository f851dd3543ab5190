import type { Version } from '#domain/publishing/document-kind.ts';
import type { Deps } from '#server/deps.ts';
import type { PublishedDocument } from '#server/ports/published.ts';

/**
 * The version that a page was priced with and whose number it sends, if it applies or applied less than 30 minutes ago;
 * otherwise the version that applies now. A page of an earlier release sends no number.
 */
export async function versionOfPage<Document>(
  { db }: Pick<Deps, 'db'>,
  published: PublishedDocument<Document>,
  number: number | undefined,
): Promise<Version<Document>> {
  const present = published.current();
  if (number === undefined || number === present.number) return present;
  if (number > present.number) await published.refresh(db.read).catch(ignoreFailure); // another process may just have published it
  return published.honored(number) ?? published.current();
}

/** The schedule reads again every 2 seconds, and logs why it fails. */
const ignoreFailure = (): void => undefined;
