import { alertLines } from '#domain/staff/alerts/alert-lines.ts';
import type { Condition } from '#domain/staff/alerts/condition.ts';
import { planAlerts, type Alert } from '#domain/staff/alerts/plan-alerts.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { writeAlertPayload } from './alert-mail.ts';
import { readAlertState, saveAlertState, type AlertChanges } from './alert-state.ts';
import { findConditions } from './find-conditions.ts';

/**
 * Enqueues emails to staff about the conditions that began. One process at a time does so, and stores what was reported in the
 * same transaction, so no alert is lost or sent twice. Returns the number of emails.
 */
export async function alertStaff(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  if (!hasWork(await plan(deps, deps.db.read, now))) return 0; // the usual case, which needs no lock
  const alerts = await inTransaction(deps.db, (tx) =>
    withLock(tx, ['alerts'], async () => {
      const planned = await plan(deps, tx, now);
      await saveAlertState(tx, planned, now);
      for (const alert of planned.alerts) await enqueueAlert(deps, tx, alert, planned.round);
      return planned.alerts;
    }),
  );
  if (alerts.length > 0) deps.log.info({ people: alerts.length, kinds: kindsIn(alerts) }, 'staff alerted');
  return alerts.length;
}

async function plan(deps: Deps, db: Queryable, now: Date): Promise<AlertChanges> {
  const { known, since, recipients, formerRecipientIds } = await readAlertState(db);
  const present = (await findConditions(deps, db, now)).map((condition): Condition => ({
    ...condition,
    since: since.get(condition.key) ?? condition.since,
  }));
  return { ...planAlerts(known, present, recipients, now), formerRecipientIds };
}

const hasWork = ({ begun, ended, alerts, formerRecipientIds }: AlertChanges): boolean =>
  [begun, ended, alerts, formerRecipientIds].some(({ length }) => length > 0);

const enqueueAlert = (deps: Deps, tx: Tx, { userId, conditions }: Alert, round: number): Promise<void> =>
  enqueue(deps, tx, {
    kind: 'staff_alert',
    dedupeKey: `staff_alert:${userId}:${round}`,
    payload: writeAlertPayload(userId, alertLines(conditions)),
  });

const kindsIn = (alerts: readonly Alert[]): readonly string[] => [
  ...new Set(alerts.flatMap(({ conditions }) => conditions.map(({ kind }) => kind))),
];
