import type { Disagreement, SelfAudit } from '#domain/transparency/transparency-page.ts';
import type { Queryable } from '#server/db/database.ts';
import type { DisagreementRow } from '#server/db/tables/transparency.ts';

const hourMs = 60 * 60 * 1000;

/** The age from which the latest self-audit is late. */
const lateMs = 2 * hourMs;

/** How long disagreements are shown after their end, and how many of them. */
const endedShownMs = 90 * 24 * hourMs;
const endedShownMax = 20;

/** Reads the open disagreements, and those that ended lately; undefined before the first one has finished. */
export async function readSelfAudit(db: Queryable, now: Date): Promise<SelfAudit | undefined> {
  const last = await db.selectFrom('self_audits').select('finished_at').executeTakeFirst();
  if (!last || last.finished_at === null) return undefined;
  const open = await db
    .selectFrom('disagreements')
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('first_seen_at')
    .orderBy('subject')
    .orderBy('kind')
    .execute();
  const ended = await db
    .selectFrom('disagreements')
    .selectAll()
    .where('ended_at', '>=', new Date(now.getTime() - endedShownMs).toISOString())
    .orderBy('ended_at', 'desc')
    .orderBy('subject')
    .orderBy('kind')
    .limit(endedShownMax)
    .execute();
  return {
    finishedAt: last.finished_at,
    isLate: now.getTime() - Date.parse(last.finished_at) > lateMs,
    open: open.map(toDisagreement),
    ended: ended.map(toDisagreement),
  };
}

const toDisagreement = (row: DisagreementRow): Disagreement => ({
  kind: row.kind,
  sentence: row.sentence,
  firstSeenAt: row.first_seen_at,
  endedAt: row.ended_at,
});
