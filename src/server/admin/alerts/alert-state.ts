import { alertKinds, isAlertedAbout, type Condition } from '#domain/staff/alerts/condition.ts';
import type { AlertPlan, KnownConditions, Recipient } from '#domain/staff/alerts/plan-alerts.ts';
import { staffRoles } from '#domain/staff/rights.ts';
import type { Queryable, Tx } from '#server/db/database.ts';

/** The stored conditions, and the people who get alerts. */
interface AlertState {
  readonly known: KnownConditions;
  /** When each known condition began. */
  readonly since: ReadonlyMap<string, Date>;
  readonly recipients: readonly Recipient[];
  /** Users who were alerted before and no longer get alerts. */
  readonly formerRecipientIds: readonly string[];
}

export async function readAlertState(db: Queryable): Promise<AlertState> {
  const conditions = await db.selectFrom('alert_conditions').selectAll().execute();
  const marks = await db.selectFrom('alert_marks').selectAll().execute();
  const staff = await db
    .selectFrom('users')
    .select(['id', 'staff_role'])
    .where('staff_role', 'in', staffRoles)
    .orderBy('id')
    .execute();
  const markOf = new Map(marks.map((mark) => [mark.user_id, mark]));
  const recipients = staff.flatMap(({ id, staff_role: role }): Recipient[] => {
    if (role === null || !alertKinds.some((kind) => isAlertedAbout(role, kind))) return [];
    const mark = markOf.get(id);
    return [{ userId: id, role, mailedRound: mark?.round ?? 0, mailedAt: mark ? new Date(mark.mailed_at) : null }];
  });
  const ids = new Set(recipients.map(({ userId }) => userId));
  return {
    known: new Map(conditions.map((row) => [row.condition_key, row.round])),
    since: new Map(conditions.map((row) => [row.condition_key, new Date(row.since)])),
    recipients,
    formerRecipientIds: [...markOf.keys()].filter((id) => !ids.has(id)),
  };
}

/** The alerts to send, and what they change in the stored state. */
export type AlertChanges = AlertPlan & Pick<AlertState, 'formerRecipientIds'>;

/** Stores the conditions that began and the people who were alerted. Deletes the conditions that ended and former recipients. */
export async function saveAlertState(
  tx: Tx,
  { round, begun, ended, alerts, formerRecipientIds }: AlertChanges,
  now: Date,
): Promise<void> {
  if (begun.length > 0)
    await tx
      .insertInto('alert_conditions')
      .values(begun.map(toRow(round)))
      .execute();
  if (ended.length > 0) await tx.deleteFrom('alert_conditions').where('condition_key', 'in', ended).execute();
  if (formerRecipientIds.length > 0)
    await tx.deleteFrom('alert_marks').where('user_id', 'in', formerRecipientIds).execute();
  const mark = { round, mailed_at: now.toISOString() };
  for (const { userId } of alerts)
    await tx
      .insertInto('alert_marks')
      .values({ user_id: userId, ...mark })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(mark))
      .execute();
}

const toRow =
  (round: number) =>
  ({ key, since }: Condition) => ({ condition_key: key, since: since.toISOString(), round });
