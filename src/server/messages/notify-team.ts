import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';

/**
 * Enqueues the notice of a new message: immediately, or 15 minutes after the last notice. A notice counts all unread messages
 * when it is sent, so a flood of messages causes no flood of emails.
 */
export async function notifyTeam(deps: Deps, tx: Tx): Promise<void> {
  const now = deps.clock.now();
  const last = await findLastNotice(tx, quarterOf(now));
  if (last && last > now) return;
  const runAt = last ? new Date(Math.max(now.getTime(), last.getTime() + quarterHourMs)) : now;
  const quarter = quarterOf(runAt);
  await enqueue(deps, tx, {
    kind: 'contact_notice',
    dedupeKey: keyOf(quarter), // one notice even if several processes receive messages at the same time
    payload: { quarter: String(quarter) },
    runAt,
  });
}

const quarterHourMs = 15 * 60 * 1000;

/** Quarters of an hour since 1970. */
const quarterOf = (instant: Date): number => Math.floor(instant.getTime() / quarterHourMs);

const keyOf = (quarter: number): string => `contact_notice:${quarter}`;

/** Finds when the latest notice in the quarters around this one was or will be sent; all others are at least 15 minutes away. */
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
