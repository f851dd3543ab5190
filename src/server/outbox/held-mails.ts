import type { Queryable, Tx } from '#server/db/database.ts';
import { jobKinds, type JobKind } from '#server/db/tables.ts';

/** Whether a job is an email. The others are safe to repeat, because the provider does each of them once. */
const isMail: Readonly<Record<JobKind, boolean>> = {
  receipt: true,
  confirm_email: true,
  change_email: true,
  reset_password: true,
  email_changed: true,
  password_changed: true,
  contact_notice: true,
  contact_reply: true,
  newsletter_confirmation: true,
  reversal: true,
  plan_ended: true,
  plan_changed: true,
  renewal_failed: true,
  renewal_notice: true,
  refund_payment: false,
  cancel_plan: false,
  capture_order: false,
  fetch_payer: false,
  expire_session: false,
};

const mailKinds = jobKinds.filter((kind) => isMail[kind]);

/** Holds the emails that are waiting when a restore is noticed. The backup may be from before they were sent. */
export async function holdWaitingMails(tx: Tx): Promise<void> {
  await tx
    .updateTable('outbox')
    .set((e) => ({ status: 'held', locked_until: null, attempts: e('attempts', '+', 1) })) // ends the lease of a running worker
    .where('status', '=', 'waiting')
    .where('kind', 'in', mailKinds)
    .execute();
}

/** The emails that are held. */
export interface HeldMails {
  readonly receipts: number;
  readonly others: number;
}

export async function countHeldMails(db: Queryable): Promise<HeldMails> {
  const { receipts, all } = await db
    .selectFrom('outbox')
    .select((e) => [
      e.fn.countAll<number>().as('all'),
      e.fn.countAll<number>().filterWhere('kind', '=', 'receipt').as('receipts'),
    ])
    .where('status', '=', 'held')
    .executeTakeFirstOrThrow();
  return { receipts, others: all - receipts };
}

/** Sends or discards all held emails. Returns how many there were. */
export async function endHold(db: Queryable, decision: 'send' | 'discard'): Promise<number> {
  const ended = await db
    .updateTable('outbox')
    .set({ status: decision === 'send' ? 'waiting' : 'discarded' })
    .where('status', '=', 'held')
    .returning('id')
    .execute();
  return ended.length;
}
