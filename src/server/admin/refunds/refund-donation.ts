import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import { fromDecimal, isSameMoney, money, toDecimal, type Money } from '#domain/money/money.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { chargeOf } from '#server/db/row-money.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { isId } from '#server/ids.ts';
import { requestRefund } from '#server/payments/index.ts';
import { recordAction, type Actor } from '#server/staff/index.ts';
import {
  findRefundable,
  findRequestedRefunds,
  memoOf,
  refundKey,
  type RefundableDonation,
  type RequestedRefund,
} from './queries.ts';
import { hasRefundInReview } from './refunds-in-review.ts';
import {
  amountOf,
  findWaitingRefund,
  refundNeedsSecondPerson,
  requestRefundApproval,
  type WaitingRefund,
} from './waiting-refund.ts';

/** What to refund, in decimals of the charge currency; without an amount, everything that is left. */
export interface RefundRequest {
  readonly amount?: number | undefined;
  /** What was left of the donation when the requester saw it. */
  readonly expectedRemaining?: number | undefined;
  /** A repeated request with the same key is the same refund. */
  readonly key?: string | undefined;
  readonly reason: string;
  /** The requester, if a second person has approved the refund. */
  readonly requestedBy?: string | undefined;
}

/**
 * - `requested`: the refund is in the outbox, or was before.
 * - `approval_needed`: the refund waits for a second person.
 * - `approval_waiting`: another refund waits for a second person.
 * - `refund_under_way`: another refund is in the outbox, or the provider has accepted one that has moved no money yet.
 * - `refund_in_review`: an earlier refund may have been made that we do not count, because its report is quarantined or its job
 *   is dead.
 * - `remaining_changed`: what is left is not what was expected.
 * - `refund_conflict`: the key belongs to a different refund.
 * - `not_repeatable`: a partial refund without a key and an expectation.
 * - `invalid_amount`: not positive, too precise for the currency, or more than is left.
 */
export type RefundOutcome =
  | { readonly code: 'requested' | 'approval_needed'; readonly amount: Money }
  | {
      readonly code:
        | 'donation_not_found'
        | 'nothing_to_refund'
        | 'approval_waiting'
        | 'refund_under_way'
        | 'refund_in_review'
        | 'remaining_changed'
        | 'refund_conflict'
        | 'not_repeatable'
        | 'invalid_amount';
    };

/** Requests a refund. The requests for one donation are handled one at a time, even across processes. */
export async function refundDonation(
  deps: Deps,
  actor: Staff,
  donationId: string,
  request: Omit<RefundRequest, 'requestedBy'>,
): Promise<RefundOutcome> {
  if (!isId('don', donationId)) return { code: 'donation_not_found' };
  return inTransaction(deps.db, (tx) => refundInTransaction(deps, tx, actor, donationId, request));
}

type Staff = Exclude<Actor, 'system'>;

/** Like `refundDonation`, in the caller's transaction. With `requestedBy`, it makes the refund without asking for approval. */
export const refundInTransaction = (
  deps: Deps,
  tx: Tx,
  actor: Staff,
  donationId: string,
  request: RefundRequest,
): Promise<RefundOutcome> => withLock(tx, [`refund:${donationId}`], () => refund(deps, tx, actor, donationId, request));

async function refund(
  deps: Deps,
  tx: Tx,
  actor: Staff,
  donationId: string,
  request: RefundRequest,
): Promise<RefundOutcome> {
  const donation = await findRefundable(tx, donationId);
  if (!donation) return { code: 'donation_not_found' };
  const remaining = remainingOf(donation);
  const earlier = await findRequestedRefunds(tx, donationId);
  const repeated = earlier.find(({ key }) => key !== undefined && key === request.key);
  if (repeated) return isSameRequest(repeated, request) ? toRequested(repeated) : { code: 'refund_conflict' };
  const awaited = request.requestedBy === undefined ? await findWaitingRefund(tx, donationId) : undefined;
  if (awaited) return outcomeWhileWaiting(awaited, request);
  if (isPartial(request) && request.key === undefined && request.expectedRemaining === undefined)
    return { code: 'not_repeatable' };
  if (remaining.amountMinor <= 0 || donation.provider_payment_id === null) return { code: 'nothing_to_refund' };
  if (donation.pendingRefunds > 0) return { code: 'refund_under_way' };
  const payment = { provider: donation.provider, paymentId: donation.provider_payment_id };
  if (earlier.some(({ job }) => job === 'dead') || (await hasRefundInReview(tx, payment)))
    return { code: 'refund_in_review' };
  if (request.expectedRemaining !== undefined && !isDecimalOf(remaining, request.expectedRemaining))
    return { code: 'remaining_changed' };
  const amount = request.amount === undefined ? remaining : fromDecimal(request.amount, remaining.currency);
  if (!amount || amount.amountMinor <= 0 || amount.amountMinor > remaining.amountMinor)
    return { code: 'invalid_amount' };
  const waiting = earlier.find(({ job }) => job === 'waiting');
  if (waiting) {
    const isSame = request.key === undefined && isSameMoney(waiting.amount, amount);
    return isSame ? toRequested(waiting) : { code: 'refund_under_way' };
  }
  if (request.requestedBy !== undefined || !refundNeedsSecondPerson(deps, donation, amount, earlier))
    return makeRefund(deps, tx, actor, request, { donationId, payment, remaining, amount, number: earlier.length + 1 });
  await requestRefundApproval(deps, tx, actor, { donationId, amount, remaining, request });
  return { code: 'approval_needed', amount };
}

interface ValidRefund {
  readonly donationId: string;
  readonly payment: { readonly provider: PaymentProvider; readonly paymentId: string };
  readonly remaining: Money;
  readonly amount: Money;
  /** Its number among the refunds of the donation, from 1. */
  readonly number: number;
}

async function makeRefund(
  deps: Deps,
  tx: Tx,
  actor: Staff,
  request: RefundRequest,
  { donationId, payment, remaining, amount, number }: ValidRefund,
): Promise<RefundOutcome> {
  const { key, reason, requestedBy } = request;
  await requestRefund(deps, tx, {
    ...payment,
    amount,
    reason: 'requested_by_customer',
    dedupeKey: refundKey(donationId, number),
    memo: memoOf({ key, isRest: !isPartial(request) }),
  });
  await recordAction(deps, tx, {
    actor,
    action: 'refund_requested',
    subject: { kind: 'donation', id: donationId },
    before: { remaining: toDecimal(remaining) },
    after: {
      refund: toDecimal(amount),
      currency: amount.currency,
      ...(requestedBy === undefined ? {} : { requestedBy }),
    },
    reason,
  });
  return { code: 'requested', amount };
}

const isPartial = ({ amount }: RefundRequest): boolean => amount !== undefined;

const toRequested = ({ amount }: RequestedRefund): RefundOutcome => ({ code: 'requested', amount });

const isSameRequest = ({ amount: known, isRest }: RequestedRefund, { amount }: RefundRequest): boolean =>
  amount === undefined ? isRest : !isRest && isDecimalOf(known, amount);

/**
 * Returns the outcome of a request while a refund waits for a second person. The request repeats this refund if both have the
 * same amount, and the same key or no key.
 */
function outcomeWhileWaiting(awaited: WaitingRefund, { amount, key }: RefundRequest): RefundOutcome {
  const isSameAmount =
    amount === undefined ? awaited.isRest : !awaited.isRest && isDecimalOf(amountOf(awaited), amount);
  const isRepeated = isSameAmount && (key ?? null) === awaited.key;
  return isRepeated ? { code: 'approval_needed', amount: amountOf(awaited) } : { code: 'approval_waiting' };
}

function isDecimalOf(amount: Money, decimal: number): boolean {
  const parsed = fromDecimal(decimal, amount.currency);
  return parsed !== undefined && isSameMoney(parsed, amount);
}

function remainingOf(donation: RefundableDonation): Money {
  const { total } = chargeOf(donation);
  return money(total.amountMinor - donation.reversedMinor, total.currency);
}
