import { alertLines } from '#domain/staff/alerts/alert-lines.ts';
import type { Condition } from '#domain/staff/alerts/condition.ts';
import { planAlerts, type Alert, type AlertPlan } from '#domain/staff/alerts/plan-alerts.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { writeAlertPayload } from './alert-mail.ts';
import { readAlertState, saveAlertState, type AlertState } from './alert-state.ts';
import { findConditions } from './find-conditions.ts';

/**
 * Mails the team about what began to need review. What was mailed is stored in the transaction that enqueues the emails, one
 * process at a time, so an alert is neither lost nor sent twice. Returns how many people are mailed.
 */
export async function alertStaff(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  if (!isWork(await plan(deps, deps.db.read, now))) return 0; // nearly always, so a lock every minute would be wasted
  const alerts = await inTransaction(deps.db, (tx) =>
    withLock(tx, ['alerts'], async () => {
      const planned = await plan(deps, tx, now);
      await saveAlertState(tx, planned, { leftIds: planned.leftIds, now });
      for (const alert of planned.alerts) await enqueueAlert(deps, tx, alert, planned.round);
      return planned.alerts;
    }),
  );
  if (alerts.length > 0) deps.log.info({ people: alerts.length, kinds: kindsIn(alerts) }, 'staff alerted');
  return alerts.length;
}

type PlannedAlerts = AlertPlan & Pick<AlertState, 'leftIds'>;

async function plan(deps: Deps, db: Queryable, now: Date): Promise<PlannedAlerts> {
  const { noted, since, recipients, leftIds } = await readAlertState(db);
  const present = (await findConditions(deps, db, now)).map((condition): Condition => ({
    ...condition,
    since: since.get(condition.key) ?? condition.since,
  }));
  return { ...planAlerts(noted, present, recipients, now), leftIds };
}

const isWork = ({ begun, ended, alerts, leftIds }: PlannedAlerts): boolean =>
  [begun, ended, alerts, leftIds].some(({ length }) => length > 0);

const enqueueAlert = (deps: Deps, tx: Tx, { userId, conditions }: Alert, round: number): Promise<void> =>
  enqueue(deps, tx, {
    kind: 'staff_alert',
    dedupeKey: `staff_alert:${userId}:${round}`,
    payload: writeAlertPayload(userId, alertLines(conditions)),
  });

const kindsIn = (alerts: readonly Alert[]): readonly string[] => [
  ...new Set(alerts.flatMap(({ conditions }) => conditions.map(({ kind }) => kind))),
];
