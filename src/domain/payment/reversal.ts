import type { Money } from '#domain/money/money.ts';
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

/** Why we do not believe what a provider reports: a status that we do not know, or sums that contradict each other. */
export type ReversalProblem = 'unknown_status' | 'sums_differ';

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
  /** The amount refunded or disputed; `undefined` when we cannot read it. */
  readonly amount: Money | undefined;
  /** Every movement of money so far, for a dispute whose provider lists them. */
  readonly movements?: readonly ReversalMovement[];
  readonly decision?: DisputeDecision;
  readonly problem?: ReversalProblem;
  /** The provider's deadline for our evidence about a dispute; null when it waits for none. */
  readonly evidenceDueAt?: Date | null;
}

/** How a dispute was lost, when the provider says so without listing movements. */
export interface DisputeDecision {
  /** What the payer got, in the currency of the dispute. We keep the rest of what was withdrawn. */
  readonly refunded: Money;
  /** When the provider last changed the dispute. The newest decision counts. */
  readonly decidedAt: Date;
}

/** One change of our balance at the provider because of a dispute, without fees. It never changes. */
export interface ReversalMovement {
  /** The provider's id of the movement, or one that we derived from its fields. */
  readonly movementId: string;
  /** Negative when the money left us, positive when it came back. */
  readonly amount: Money;
  readonly occurredAt: Date;
}

/**
 * Folds all known facts of a refund or dispute into its status. The strongest wins, so order, delay and repetition change
 * nothing.
 */
export const foldReversal = (facts: readonly ReversalFact[]): ReversalFact =>
  facts.reduce<ReversalFact>((status, fact) => (strength[fact] > strength[status] ? fact : status), 'noted');

/**
 * The status of a dispute whose movements are known. While its money is out it has not been returned, even if it was decided
 * for us before: the other side may have appealed, or the money is still on its way.
 */
export const foldDispute = (facts: readonly ReversalFact[], isMoneyOut: boolean): ReversalFact =>
  foldReversal(isMoneyOut ? ['taken', ...facts.filter((fact) => fact !== 'returned')] : facts);

const strength: Record<ReversalFact, number> = { noted: 0, taken: 1, lost: 2, returned: 3 };

/** Returns true if the money has left us and not come back, by the status alone. */
export const isActive = (status: ReversalFact): boolean => status === 'taken' || status === 'lost';
