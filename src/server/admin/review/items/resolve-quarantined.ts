import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { requestRefund, resolveQuarantined } from '#server/payments/index.ts';
import { recordAction, type ChangedValues, type StaffMember } from '#server/staff/index.ts';
import { writeItemId, type ReviewItemKey } from '#domain/review/review-item.ts';
import type { QuarantinedPayment } from './quarantined-payments.ts';
import { saveRefundedPayment, saveResolution, type Resolution } from './resolutions.ts';

/** The person who decided, and the reason. */
export interface Decision {
  readonly user: StaffMember;
  readonly reason: string;
  /** The requester, if a second person has approved the decision. */
  readonly requestedBy?: string | undefined;
}

/** Marks every message about a payment as resolved, and ends the intent that waits for it. */
export async function dismissPayment(
  deps: Deps,
  tx: Tx,
  payment: QuarantinedPayment,
  decision: Decision,
): Promise<void> {
  await resolveMessages(deps, tx, payment, 'dismissed', decision.user);
  await endWaitingIntents(deps, tx, payment);
  await recordDecision(deps, tx, 'review_dismissed', payment, decision);
}

/**
 * Refunds the full amount of a payment that is not recorded. The provider reports the refund like any other, and nothing is
 * posted for it.
 */
export async function refundPayment(
  deps: Deps,
  tx: Tx,
  payment: QuarantinedPayment,
  decision: Decision,
): Promise<void> {
  const { key, paymentId } = payment;
  if (paymentId === undefined) throw new TypeError(`the payment of ${key.id} has no id`);
  await requestRefund(deps, tx, {
    provider: key.provider,
    paymentId,
    amount: undefined,
    reason: 'requested_by_customer',
    dedupeKey: `review_refund:${key.provider}:${key.id}`,
    isUnrecorded: true,
  });
  await resolveMessages(deps, tx, payment, 'refunded', decision.user);
  await saveRefundedPayment(deps, tx, { provider: key.provider, paymentId }, decision.user);
  await endWaitingIntents(deps, tx, payment);
  await recordDecision(deps, tx, 'payment_refund_requested', payment, decision);
}

/** Stores that someone is recording a payment, and adds it to the audit log, before the provider is asked. */
export async function startRecording(
  deps: Deps,
  tx: Tx,
  payment: QuarantinedPayment,
  decision: Decision,
): Promise<void> {
  await saveResolution(deps, tx, keysOf(payment), 'recording', decision.user);
  await recordDecision(deps, tx, 'payment_record_requested', payment, decision);
}

export const keysOf = ({ messages }: QuarantinedPayment): ReviewItemKey[] => messages.map(({ key }) => key);

/** Marks a payment's messages as resolved, and stores who resolved them. */
export async function resolveMessages(
  deps: Deps,
  tx: Tx,
  payment: QuarantinedPayment,
  resolution: Resolution,
  user: StaffMember,
): Promise<void> {
  const eventIds = payment.messages.map(({ key }) => key.id);
  await resolveQuarantined(deps, tx, payment.key.provider, eventIds);
  await saveResolution(deps, tx, keysOf(payment), resolution, user);
}

/**
 * Ends the intents that wait for this payment. Otherwise every reconciliation would start at the date of the open intent. If the
 * donor pays after all, the intent settles as usual.
 */
async function endWaitingIntents(deps: Deps, tx: Tx, { messages }: QuarantinedPayment): Promise<void> {
  const intentIds = messages.flatMap(({ reason, intentId }) =>
    (reason === 'other_amount' || reason === 'other_currency') && intentId !== undefined ? [intentId] : [],
  );
  if (intentIds.length === 0) return;
  await tx
    .updateTable('donation_intents')
    .set((e) => ({ status: 'failed', version: e('version', '+', 1), updated_at: deps.clock.now().toISOString() }))
    .where('id', 'in', intentIds)
    .where('status', 'in', ['pending', 'processing'])
    .execute();
}

const recordDecision = (
  deps: Deps,
  tx: Tx,
  action: 'review_dismissed' | 'payment_refund_requested' | 'payment_record_requested',
  payment: QuarantinedPayment,
  { user, reason, requestedBy }: Decision,
): Promise<void> =>
  recordAction(deps, tx, {
    actor: user,
    action,
    subject: { kind: 'review_item', id: writeItemId(payment.key) },
    before: changedValues(payment),
    after: requestedBy === undefined ? undefined : { requestedBy },
    reason,
  });

const changedValues = ({ messages, paymentId }: QuarantinedPayment): ChangedValues => ({
  reasons: [...new Set(messages.map(({ reason }) => reason))],
  messages: messages.map(({ key }) => key.id),
  payment: paymentId ?? null,
});
