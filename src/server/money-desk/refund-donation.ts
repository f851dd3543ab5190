import { fromDecimal, isSameMoney, money, type Money } from '#domain/money/money.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { inTurn } from '#server/db/in-turn.ts';
import type { Deps } from '#server/deps.ts';
import { isId } from '#server/ids.ts';
import { askForRefund, chargeOf } from '#server/payments/index.ts';
import { findAskedRefunds, findRefundable, refundKey, type Refundable } from './queries.ts';

/**
 * What became of a wish to give a donation back. `asked`: the outbox has it, and the provider does it. `refund_under_way`:
 * another amount was asked for and is not done yet, or the provider has a refund that has moved no money so far.
 * `invalid_amount`: not more than zero, finer than the currency, or more than is left.
 */
export type RefundOutcome =
  | { readonly code: 'asked'; readonly amount: Money }
  | { readonly code: 'donation_not_found' | 'nothing_to_refund' | 'refund_under_way' | 'invalid_amount' };

/**
 * Has a donation given back: an amount in the currency of the charge, or all that is left. The same amount asked for again
 * while the first is under way is the same refund.
 */
export async function refundDonation(deps: Deps, donationId: string, amount?: number): Promise<RefundOutcome> {
  if (!isId('don', donationId)) return { code: 'donation_not_found' };
  return inTransaction(deps.db, (tx) => inTurn(tx, [`refund:${donationId}`], () => ask(deps, tx, donationId, amount)));
}

async function ask(deps: Deps, tx: Tx, donationId: string, decimal: number | undefined): Promise<RefundOutcome> {
  const donation = await findRefundable(tx, donationId);
  if (!donation) return { code: 'donation_not_found' };
  const left = leftOf(donation);
  if (left.amountMinor <= 0 || donation.provider_payment_id === null) return { code: 'nothing_to_refund' };
  if (donation.refundsPending > 0) return { code: 'refund_under_way' };
  const amount = decimal === undefined ? left : fromDecimal(decimal, left.currency);
  if (!amount || amount.amountMinor <= 0 || amount.amountMinor > left.amountMinor) return { code: 'invalid_amount' };
  const earlier = await findAskedRefunds(tx, donationId);
  const underWay = earlier.find(({ isOpen }) => isOpen);
  if (underWay) return isSameMoney(underWay.amount, amount) ? { code: 'asked', amount } : { code: 'refund_under_way' };
  await askForRefund(deps, tx, {
    provider: donation.provider,
    paymentId: donation.provider_payment_id,
    amount,
    reason: 'requested_by_customer',
    dedupeKey: refundKey(donationId, earlier.length + 1),
  });
  return { code: 'asked', amount };
}

function leftOf(donation: Refundable): Money {
  const { total } = chargeOf(donation);
  return money(total.amountMinor - donation.goneMinor, total.currency);
}
