import type { Price } from '#domain/donation/pricing.ts';
import { add, shareOf, subtract, type Money } from '#domain/money/money.ts';
import type { PaymentProvider } from './payment-event.ts';

/** A refund by us or the provider, or a dispute in which the card holder's bank took the money back. */
export type ReversalKind = 'refund' | 'dispute';

/**
 * What a provider reports about a refund or dispute.
 * - `noted`: it exists, and no money has moved (an inquiry)
 * - `taken`: the money has left
 * - `lost`: it has left for good
 * - `returned`: it came back (a refund that failed, a dispute that was won)
 */
export type ReversalFact = 'noted' | 'taken' | 'lost' | 'returned';

/** What a provider reports about a refund or dispute. (provider, eventId) identifies it, as with payments. */
export interface ReversalEvent {
  readonly provider: PaymentProvider;
  readonly eventId: string;
  /** When it happened, by the provider's clock. */
  readonly occurredAt: Date;
  readonly isLive: boolean;
  /** The provider's id of the account the message belongs to, when it is not ours. */
  readonly account: string | undefined;
  /** The provider's id of the refund or dispute. */
  readonly reversalId: string;
  readonly kind: ReversalKind;
  /** The provider's id of the reversed payment. */
  readonly paymentId: string;
  readonly fact: ReversalFact;
  /** The reversed amount in the currency of the charge; `undefined` when we cannot read the provider's amount. */
  readonly amount: Money | undefined;
}

/**
 * Folds all known facts of a refund or dispute into its status. The strongest wins, so order, delay and repetition change
 * nothing.
 */
export const foldReversal = (facts: readonly ReversalFact[]): ReversalFact =>
  facts.reduce<ReversalFact>((status, fact) => (strength[fact] > strength[status] ? fact : status), 'noted');

const strength: Record<ReversalFact, number> = { noted: 0, taken: 1, lost: 2, returned: 3 };

/** Whether the money has left us and not come back. */
export const isActive = (status: ReversalFact): boolean => status === 'taken' || status === 'lost';

/** The reversed parts of a charge. They add up to `total`. */
export type ReversedParts = Price;

/**
 * Splits a reversed amount into donation and fee, after `reversedBefore` of the charge was reversed. Rounding is cumulative,
 * so a charge that is reversed in any number of steps is reversed exactly, and no part is ever negative. `undefined` when
 * more would be reversed than was paid.
 */
export function reversedParts(charge: Price, reversedBefore: Money, amount: Money): ReversedParts | undefined {
  if (amount.currency !== charge.total.currency) return undefined;
  const reversed = add(reversedBefore, amount);
  if (reversed.amountMinor > charge.total.amountMinor) return undefined;
  const subtotal = subtract(
    shareOf(charge.subtotal, reversed, charge.total),
    shareOf(charge.subtotal, reversedBefore, charge.total),
  );
  return { subtotal, serviceFee: subtract(amount, subtotal), total: amount };
}
