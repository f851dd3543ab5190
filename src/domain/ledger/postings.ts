import type { Price } from '#domain/donation/pricing.ts';
import { negate, sum, type Money } from '#domain/money/money.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { ReversedParts } from '#domain/payment/reversed-parts.ts';
import { charityAccount, clearingAccount, type LedgerAccount } from './accounts.ts';

/** A signed amount on an account, before it is written. */
export interface Posting {
  readonly account: LedgerAccount;
  readonly amount: Money;
}

/**
 * A settled donation: the provider holds the total, we owe the charity the subtotal, and the fee is ours. Zero lines are left
 * out.
 */
export function settlementPostings(provider: PaymentProvider, charge: Price, charityId: number): Posting[] {
  return balanced([
    { account: clearingAccount(provider), amount: charge.total },
    { account: charityAccount(charityId), amount: negate(charge.subtotal) },
    { account: 'service_fee_income', amount: negate(charge.serviceFee) },
  ]);
}

/** The fee a provider kept from a payment. */
export function processingFeePostings(provider: PaymentProvider, fee: Money): Posting[] {
  return balanced([
    { account: 'processing_fees', amount: fee },
    { account: clearingAccount(provider), amount: negate(fee) },
  ]);
}

/** A provider's payout to our bank; negative when the money came back. */
export function providerPayoutPostings(provider: PaymentProvider, amount: Money): Posting[] {
  return balanced([
    { account: 'bank', amount },
    { account: clearingAccount(provider), amount: negate(amount) },
  ]);
}

/** A movement of our balance at a provider that a person booked to an account; negative when money left the balance. */
export function movementPostings(provider: PaymentProvider, amount: Money, account: LedgerAccount): Posting[] {
  return balanced([
    { account: clearingAccount(provider), amount },
    { account, amount: negate(amount) },
  ]);
}

/** A refund or dispute: the opposite of a settlement, for the parts that were reversed, and our loss. */
export function reversalPostings(provider: PaymentProvider, parts: ReversedParts, charityId: number): Posting[] {
  return balanced([
    { account: clearingAccount(provider), amount: negate(parts.total) },
    { account: charityAccount(charityId), amount: parts.subtotal },
    { account: 'service_fee_income', amount: parts.serviceFee },
    { account: 'dispute_losses', amount: parts.loss },
  ]);
}

/** A payout: our bank paid a charity what we owed it. */
export function payoutPostings(charityId: number, amount: Money): Posting[] {
  return balanced([
    { account: charityAccount(charityId), amount },
    { account: 'bank', amount: negate(amount) },
  ]);
}

/** The bank returned a payout's transfer: we owe the charity the amount again. */
export const payoutReturnPostings = (charityId: number, amount: Money): Posting[] =>
  payoutPostings(charityId, negate(amount));

/** True if postings sum to zero in every currency. */
export function isBalanced(postings: readonly Posting[]): boolean {
  const currencies = new Set(postings.map((posting) => posting.amount.currency));
  return [...currencies].every((currency) => {
    const amounts = postings.map((posting) => posting.amount).filter((amount) => amount.currency === currency);
    return sum(amounts, currency).amountMinor === 0;
  });
}

function balanced(postings: readonly Posting[]): Posting[] {
  const lines = postings.filter((posting) => posting.amount.amountMinor !== 0);
  if (!isBalanced(lines)) throw new RangeError('postings must sum to zero');
  return lines;
}
