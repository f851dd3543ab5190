import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';

/**
 * Has the team told of a message in the same transaction: at once, or a quarter of an hour after the last notice. A notice
 * that is still to come tells of all messages that wait by then, so a flood of them makes no flood of mails.
 */
export async function announceMessage(deps: Deps, tx: Tx): Promise<void> {
  const now = deps.clock.now();
  const last = await findLastNotice(tx, quarterOf(now));
  if (last && last > now) return;
  const runAt = last ? new Date(Math.max(now.getTime(), last.getTime() + quarterHourMs)) : now;
  const quarter = quarterOf(runAt);
  await enqueue(deps, tx, {
    kind: 'contact_notice',
    dedupeKey: keyOf(quarter), // of messages that come together, at whatever process, one asks
    payload: { quarter: String(quarter) },
    runAt,
  });
}

const quarterHourMs = 15 * 60 * 1000;

/** Quarters of an hour since 1970. */
const quarterOf = (instant: Date): number => Math.floor(instant.getTime() / quarterHourMs);

const keyOf = (quarter: number): string => `contact_notice:${quarter}`;

/** When the latest notice left or is to leave that can be nearer than a quarter of an hour. */
async function findLastNotice(tx: Tx, quarter: number): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('outbox')
    .select('run_at')
    .where('dedupe_key', 'in', [quarter - 1, quarter, quarter + 1].map(keyOf))
    .orderBy('run_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && new Date(row.run_at);
}
