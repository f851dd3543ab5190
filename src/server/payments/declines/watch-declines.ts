import { isAlarming } from '#domain/payment/card-testing.ts';
import { windowStart } from '#server/db/allowance.ts';
import type { Deps } from '#server/deps.ts';
import { readAllPayments } from './queries.ts';

/**
 * Creates a task for the schedule. Each round sets the alarm's metric if too many of the payments of the last 15 minutes are
 * declines, and logs when the alarm begins or ends.
 */
export function createDeclineWatch(deps: Deps): () => Promise<void> {
  let wasAlarming = false;
  return async () => {
    const now = deps.clock.now();
    const recent = await readAllPayments(deps.db.read, {
      since: windowStart(now, alarmWindowMs),
      openedSince: windowStart(now, payingMs),
    });
    const isAlarmingNow = isAlarming(recent, deps.config.declines.alarmPercent);
    deps.metrics.declineAlarm.set(isAlarmingNow ? 1 : 0);
    deps.metrics.declineRatio.set(recent.declines / Math.max(1, recent.declines + recent.successes));
    if (isAlarmingNow && !wasAlarming) deps.log.error(recent, 'declined payments are rising; needs review');
    if (!isAlarmingNow && wasAlarming) deps.log.info(recent, 'declined payments are back to normal');
    wasAlarming = isAlarmingNow;
  };
}

const alarmWindowMs = 15 * 60 * 1000;

/** Nearly every donor pays within this time after opening the page. */
const payingMs = 2 * 60 * 60 * 1000;

/**
 * Deletes declines and subjects of checkouts that are more than a day old, which is longer than any page stays open, and the
 * subjects that are no longer closed.
 */
export async function deleteOldDeclines({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = windowStart(clock.now(), keptMs);
  await db.write.deleteFrom('checkout_subjects').where('opened_at', '<=', before).execute();
  await db.write.deleteFrom('declines').where('declined_at', '<=', before).execute();
  await db.write.deleteFrom('closed_subjects').where('closed_until', '<=', clock.now().toISOString()).execute();
}

const keptMs = 24 * 60 * 60 * 1000;
