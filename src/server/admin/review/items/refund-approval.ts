import * as z from 'zod/mini';
import { reviewItemSentences } from '#contract/admin/review/review-items.ts';
import { formatWithCode } from '#domain/money/format.ts';
import { money, type Money } from '#domain/money/money.ts';
import { readItemId, writeItemId, type ReviewItemKey } from '#domain/review/review-item.ts';
import { paymentNeedsSecondPerson } from '#domain/staff/refund-limit.ts';
import { storedCurrency } from '#server/db/row-money.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { withLock } from '#server/db/with-lock.ts';
import { currentRates } from '#server/rates/index.ts';
import type { Deps } from '#server/deps.ts';
import { approvalHandler, findWaitingApprovals, requestApproval } from '#server/staff/index.ts';
import { findQuarantinedPayment, type QuarantinedPayment } from './quarantined-payments.ts';
import { findResolution, isBeingRecorded } from './resolutions.ts';
import { refundPayment, type Decision } from './resolve-quarantined.ts';
import { reviewLock } from './review-lock.ts';

/** Returns true if the refund of a payment needs a second person: its amount is unknown or above the limit. */
export function needsSecondPerson(
  deps: Pick<Deps, 'config' | 'published' | 'clock'>,
  { messages }: QuarantinedPayment,
): boolean {
  const collected = messages.flatMap(({ isPayment, amount }) => (isPayment && amount ? [amount] : []));
  return (
    collected.length === 0 ||
    collected.some((amount) => paymentNeedsSecondPerson(amount, deps.config.refundApprovalAbove, currentRates(deps)))
  );
}

/** A refund of a payment that is not recorded. The amount is null if it is unknown. */
const waitingRefund = z.object({
  paymentId: z.string(),
  amountMinor: z.nullable(z.int()),
  currency: z.nullable(storedCurrency),
});

type WaitingRefund = z.infer<typeof waitingRefund>;

/** Requests a second person's approval of the refund of a payment. A repeated request changes nothing. */
export async function requestRefundApproval(
  deps: Deps,
  tx: Tx,
  payment: QuarantinedPayment,
  { user, reason }: Decision,
): Promise<void> {
  const subject = { kind: 'review_item', id: writeItemId(payment.key) } as const;
  await requestApproval(deps, tx, {
    kind: 'review_refund',
    subject,
    payload: payloadOf(payment),
    reason,
    requester: user,
  });
}

/** Finds the ids of the items whose refund waits for a second person. */
export const findWaitingRefunds = async (db: Queryable): Promise<ReadonlySet<string>> =>
  new Set((await findWaitingApprovals(db, 'review_refund')).map(({ subject_id: itemId }) => itemId));

/** Refunds a payment after approval by a second person, unless someone has decided otherwise or its amount has changed. */
export const reviewRefundApproval = approvalHandler({
  right: 'resolveReview',
  payload: waitingRefund,
  summaryOf: (waiting) => {
    const amount = amountOf(waiting);
    return `Refund of ${amount ? formatWithCode(amount) : 'an unknown amount'} for a payment without a donation`;
  },
  perform: (deps, tx, { subject, payload, approver, requester, reason }) =>
    withLock(tx, [reviewLock], async () => {
      const payment = await findRefundable(deps, tx, readItemId(subject.id));
      if (!payment || !isSamePayment(payloadOf(payment), payload))
        return { code: 'outdated', sentence: reviewItemSentences.refundOutdated };
      await refundPayment(deps, tx, payment, { user: approver, reason, requestedBy: requester.username });
      return { code: 'performed' };
    }),
});

async function findRefundable(
  deps: Deps,
  tx: Tx,
  key: ReviewItemKey | undefined,
): Promise<QuarantinedPayment | undefined> {
  if (key?.kind !== 'quarantined') return undefined;
  const payment = await findQuarantinedPayment(tx, { ...key, kind: key.kind });
  if (!payment?.actions.includes('refund')) return undefined;
  return isBeingRecorded(deps, await findResolution(tx, payment.key)) ? undefined : payment;
}

const isSamePayment = (one: WaitingRefund, other: WaitingRefund): boolean =>
  one.paymentId === other.paymentId && one.amountMinor === other.amountMinor && one.currency === other.currency;

const payloadOf = ({ paymentId = '', amount }: QuarantinedPayment): WaitingRefund => ({
  paymentId,
  amountMinor: amount?.amountMinor ?? null,
  currency: amount?.currency ?? null,
});

const amountOf = ({ amountMinor, currency }: WaitingRefund): Money | undefined =>
  amountMinor === null || currency === null ? undefined : money(amountMinor, currency);
