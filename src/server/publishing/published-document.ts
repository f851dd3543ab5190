import {
  applyingAt,
  honoredAt,
  honoredSince,
  scheduledAt,
  type Versions,
} from '#domain/publishing/applying-version.ts';
import type { DocumentKind, Version } from '#domain/publishing/document-kind.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Clock } from '#server/deps.ts';
import type { PublishedDocument } from '#server/ports/published.ts';

/**
 * Holds the version that applies, those that are still honored, and those that are scheduled, so that no request reads the
 * database for them.
 */
export function holdDocument<Document>(kind: DocumentKind<Document>, clock: Clock): PublishedDocument<Document> {
  let held: Versions<Document> = [{ number: 0, document: kind.standard, effectiveFrom: new Date(0) }];
  const newest = () => held.at(-1)?.number ?? 0;
  return {
    kind,
    current: () => applyingAt(held, clock.now()),
    honored: (number) => honoredAt(held, number, clock.now()),
    scheduled: () => scheduledAt(held, clock.now()),
    refresh: async (db) => {
      const since = honoredSince(clock.now());
      const found = await findNewer(db, kind, newest(), since);
      const newer = found.filter(({ number }) => number > newest()); // another refresh may have been faster
      const first = applyingAt([...held, ...newer], since);
      held = [first, ...[...held, ...newer].filter(({ number }) => number > first.number)];
    },
  };
}

/** The versions after a number, without those that had ended at `since`. */
async function findNewer<Document>(
  db: Queryable,
  kind: DocumentKind<Document>,
  after: number,
  since: Date,
): Promise<Version<Document>[]> {
  const rows = await db
    .selectFrom('published_versions')
    .select(['version', 'document', 'effective_from'])
    .where('kind', '=', kind.name)
    .where('version', '>', after)
    .where('version', '>=', (e) =>
      e
        .selectFrom('published_versions as applying')
        .select((applying) => applying.fn.coalesce(applying.fn.max('version'), applying.lit(0)).as('version'))
        .where('kind', '=', kind.name)
        .where('effective_from', '<=', since.toISOString()),
    )
    .orderBy('version')
    .execute();
  return rows.map((row) => ({
    number: row.version,
    document: kind.parse(JSON.parse(row.document)),
    effectiveFrom: new Date(row.effective_from),
  }));
}
