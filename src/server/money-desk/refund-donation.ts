import { fromDecimal, isSameMoney, money, type Money } from '#domain/money/money.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { chargeOf } from '#server/db/row-money.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { isId } from '#server/ids.ts';
import { requestRefund } from '#server/payments/index.ts';
import { findRefundable, findRequestedRefunds, refundKey, type RefundableDonation } from './queries.ts';

/**
 * `requested`: the refund is in the outbox. `refund_under_way`: another amount is waiting there, or the provider has accepted
 * a refund that has moved no money yet. `invalid_amount`: not positive, too precise for the currency, or more than is left.
 */
export type RefundOutcome =
  | { readonly code: 'requested'; readonly amount: Money }
  | { readonly code: 'donation_not_found' | 'nothing_to_refund' | 'refund_under_way' | 'invalid_amount' };

/**
 * Requests a refund of an amount in the currency of the charge, or of all that is left. A repeated request for the same
 * amount, while the first one is waiting, is the same refund.
 */
export async function refundDonation(deps: Deps, donationId: string, amount?: number): Promise<RefundOutcome> {
  if (!isId('don', donationId)) return { code: 'donation_not_found' };
  return inTransaction(deps.db, (tx) =>
    withLock(tx, [`refund:${donationId}`], () => refund(deps, tx, donationId, amount)),
  );
}

async function refund(deps: Deps, tx: Tx, donationId: string, decimal: number | undefined): Promise<RefundOutcome> {
  const donation = await findRefundable(tx, donationId);
  if (!donation) return { code: 'donation_not_found' };
  const left = leftOf(donation);
  if (left.amountMinor <= 0 || donation.provider_payment_id === null) return { code: 'nothing_to_refund' };
  if (donation.pendingRefunds > 0) return { code: 'refund_under_way' };
  const amount = decimal === undefined ? left : fromDecimal(decimal, left.currency);
  if (!amount || amount.amountMinor <= 0 || amount.amountMinor > left.amountMinor) return { code: 'invalid_amount' };
  const earlier = await findRequestedRefunds(tx, donationId);
  const waiting = earlier.find(({ isWaiting }) => isWaiting);
  if (waiting)
    return isSameMoney(waiting.amount, amount) ? { code: 'requested', amount } : { code: 'refund_under_way' };
  await requestRefund(deps, tx, {
    provider: donation.provider,
    paymentId: donation.provider_payment_id,
    amount,
    reason: 'requested_by_customer',
    dedupeKey: refundKey(donationId, earlier.length + 1),
  });
  return { code: 'requested', amount };
}

function leftOf(donation: RefundableDonation): Money {
  const { total } = chargeOf(donation);
  return money(total.amountMinor - donation.reversedMinor, total.currency);
}
