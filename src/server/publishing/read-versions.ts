import { versionNumberMax, type PublishedVersionResponse } from '#contract/admin/publishing.ts';
import { compareFacts, type DocumentKind } from '#domain/publishing/document-kind.ts';
import type { Queryable } from '#server/db/database.ts';
import type { PublishedVersionRow } from '#server/db/tables.ts';

/** The versions before a number, newest first, each with what it changed; at most 50. */
export async function readVersions<Document>(
  db: Queryable,
  kind: DocumentKind<Document>,
  before = versionNumberMax,
): Promise<PublishedVersionResponse[]> {
  const rows = await db
    .selectFrom('published_versions')
    .selectAll()
    .where('kind', '=', kind.name)
    .where('version', '<', before)
    .orderBy('version', 'desc')
    .limit(versionsMax + 1) // one more, to compare the oldest one with
    .execute();
  return rows.slice(0, versionsMax).map((row, index) => toResponse(kind, row, rows[index + 1]));
}

const versionsMax = 50;

const toResponse = <Document>(
  kind: DocumentKind<Document>,
  row: PublishedVersionRow,
  previous: PublishedVersionRow | undefined,
): PublishedVersionResponse => ({
  version: row.version,
  effectiveFrom: row.effective_from,
  publishedAt: row.published_at,
  publishedBy: row.publisher_name,
  reason: row.reason,
  changes: [...compareFacts(factsIn(kind, previous), factsIn(kind, row))],
});

const factsIn = <Document>(kind: DocumentKind<Document>, row: PublishedVersionRow | undefined) =>
  kind.factsOf(row ? kind.parse(JSON.parse(row.document)) : kind.standard);
