import type { Price } from '#domain/donation/pricing.ts';
import { negate, sum, type Money } from '#domain/money/money.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { ReversedParts } from '#domain/payment/reversed-parts.ts';
import { charityAccount, clearingAccount, type LedgerAccount } from './accounts.ts';

/** A signed amount on an account, before it is written to the ledger. */
export interface Posting {
  readonly account: LedgerAccount;
  readonly amount: Money;
}

/**
 * Returns the postings of a settled donation: the provider holds the total, we owe the charity the subtotal, and the fee is ours.
 * Leaves out zero lines.
 */
export function settlementPostings(provider: PaymentProvider, charge: Price, charityId: number): Posting[] {
  return balanced([
    { account: clearingAccount(provider), amount: charge.total },
    { account: charityAccount(charityId), amount: negate(charge.subtotal) },
    { account: 'service_fee_income', amount: negate(charge.serviceFee) },
  ]);
}

/** Returns the postings of the fee that a provider kept from a payment. */
export function processingFeePostings(provider: PaymentProvider, fee: Money): Posting[] {
  return balanced([
    { account: 'processing_fees', amount: fee },
    { account: clearingAccount(provider), amount: negate(fee) },
  ]);
}

/** Returns the postings of a provider's payout to our bank. `amount` is negative if the money came back. */
export function providerPayoutPostings(provider: PaymentProvider, amount: Money): Posting[] {
  return balanced([
    { account: 'bank', amount },
    { account: clearingAccount(provider), amount: negate(amount) },
  ]);
}

/** Returns the postings of a movement that a person booked to an account. `amount` is negative if money left the balance. */
export function movementPostings(provider: PaymentProvider, amount: Money, account: LedgerAccount): Posting[] {
  return balanced([
    { account: clearingAccount(provider), amount },
    { account, amount: negate(amount) },
  ]);
}

/** Returns the postings of a refund or dispute: the opposite of a settlement for the reversed parts, and our loss. */
export function reversalPostings(provider: PaymentProvider, parts: ReversedParts, charityId: number): Posting[] {
  return balanced([
    { account: clearingAccount(provider), amount: negate(parts.total) },
    { account: charityAccount(charityId), amount: parts.subtotal },
    { account: 'service_fee_income', amount: parts.serviceFee },
    { account: 'dispute_losses', amount: parts.loss },
  ]);
}

/** Returns the postings of a payout: our bank paid a charity what we owed it. */
export function payoutPostings(charityId: number, amount: Money): Posting[] {
  return balanced([
    { account: charityAccount(charityId), amount },
    { account: 'bank', amount: negate(amount) },
  ]);
}

/** Returns the postings of a payout's return by the bank: we owe the charity the amount again. */
export const payoutReturnPostings = (charityId: number, amount: Money): Posting[] =>
  payoutPostings(charityId, negate(amount));

/** Returns true if postings sum to zero in every currency. */
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
