import type { PublishedKind } from '#domain/publishing/document-kind.ts';
import type { TestApp } from '../app/start-app.ts';
import { refreshPublished } from '#server/publishing/index.ts';

/** Stores the next version of a document, as another process would, and applies it. Returns its number. */
export async function insertVersion(
  { deps }: Pick<TestApp, 'deps'>,
  kind: PublishedKind,
  document: object,
): Promise<number> {
  const now = deps.clock.now().toISOString();
  const { last } = await deps.db.read
    .selectFrom('published_versions')
    .select((e) => e.fn.max<number | null>('version').as('last'))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  const version = (last ?? 0) + 1;
  await deps.db.write
    .insertInto('published_versions')
    .values({
      kind,
      version,
      document: JSON.stringify(document),
      effective_from: now,
      published_at: now,
      published_by: null,
      publisher_name: 'system',
      reason: 'Something new',
    })
    .execute();
  await refreshPublished(deps);
  return version;
}
