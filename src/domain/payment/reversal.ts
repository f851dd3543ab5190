import type { Price } from '#domain/donation/pricing.ts';
import { add, subtract, type Money } from '#domain/money/money.ts';
import { shareOf } from '#domain/money/share.ts';
import type { PaymentProvider } from './payment-event.ts';

/** Why money that was paid goes back: we or the provider gave it back, or the card holder's bank takes it. */
export type ReversalKind = 'refund' | 'dispute';

/**
 * What a provider says about one refund or dispute. `noted`: it is known, and no money has moved (an inquiry); `taken`: the
 * money has left; `lost`: it has left for good; `returned`: it came back (a refund that failed, a dispute that was won).
 */
export type ReversalFact = 'noted' | 'taken' | 'lost' | 'returned';

/** A provider's word about a refund or dispute. (provider, eventId) names it, as with payments. */
export interface ReversalEvent {
  readonly provider: PaymentProvider;
  readonly eventId: string;
  /** When it happened, by the provider's clock. */
  readonly occurredAt: Date;
  readonly isLive: boolean;
  /** The provider's name for the account a message belongs to, when that is not our own. */
  readonly account: string | undefined;
  /** The provider's id of the refund or dispute. */
  readonly reversalId: string;
  readonly kind: ReversalKind;
  /** The provider's id of the payment that it speaks of. */
  readonly paymentId: string;
  readonly fact: ReversalFact;
  /** What goes back, in the currency of the charge; `undefined` when the provider named a sum we cannot read. */
  readonly amount: Money | undefined;
}

/**
 * Where a refund or dispute stands, from all facts known about it: the strongest wins, so that order, delay and repetition
 * change nothing. Money that came back outweighs every word that it had left.
 */
export const foldReversal = (facts: readonly ReversalFact[]): ReversalFact =>
  facts.reduce<ReversalFact>((status, fact) => (strength[fact] > strength[status] ? fact : status), 'noted');

const strength: Record<ReversalFact, number> = { noted: 0, taken: 1, lost: 2, returned: 3 };

/** Whether the money is gone as things stand. */
export const isStanding = (status: ReversalFact): boolean => status === 'taken' || status === 'lost';

/** The parts of a charge that go back. They add up to `total`. */
export type ReversedParts = Price;

/**
 * How an amount that goes back divides into gift and fee, after `goneBefore` of the charge went back. The parts follow the
 * charge, rounded over all that has gone, so that a charge given back in any number of steps is given back exactly, and no
 * part is ever negative. `undefined` when more would go back than was paid.
 */
export function reversedParts(charge: Price, goneBefore: Money, amount: Money): ReversedParts | undefined {
  if (amount.currency !== charge.total.currency) return undefined;
  const gone = add(goneBefore, amount);
  if (gone.amountMinor > charge.total.amountMinor) return undefined;
  const subtotal = subtract(
    shareOf(charge.subtotal, gone, charge.total),
    shareOf(charge.subtotal, goneBefore, charge.total),
  );
  return { subtotal, serviceFee: subtract(amount, subtotal), total: amount };
}
