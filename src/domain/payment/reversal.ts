import type { Money } from '#domain/money/money.ts';
import type { PaymentProvider } from './payment-event.ts';

/** A refund by us or the provider, or a dispute, in which the card holder's bank takes the money back. */
export type ReversalKind = 'refund' | 'dispute';

/**
 * What a provider reports about a refund or dispute.
 * - `noted`: no money has moved (an inquiry)
 * - `taken`: the money has left
 * - `lost`: the money has left for good
 * - `returned`: the money came back (a failed refund, a won dispute)
 */
export type ReversalFact = 'noted' | 'taken' | 'lost' | 'returned';

/** The reason not to trust a provider's report: a status that we do not know, or sums that contradict each other. */
export type ReversalProblem = 'unknown_status' | 'sums_differ';

/** What a provider reports about a refund or dispute. As with payments, `provider` and `eventId` identify it. */
export interface ReversalEvent {
  readonly provider: PaymentProvider;
  readonly eventId: string;
  /** The time of the event, by the provider's clock. */
  readonly occurredAt: Date;
  readonly isLive: boolean;
  /** The provider's id of the account to which the message belongs, if the account is not ours. */
  readonly account: string | undefined;
  /** The provider's id of the refund or dispute. */
  readonly reversalId: string;
  readonly kind: ReversalKind;
  /** The provider's id of the reversed payment. */
  readonly paymentId: string;
  readonly fact: ReversalFact;
  /** The refunded or disputed amount; `undefined` if we cannot read it. */
  readonly amount: Money | undefined;
  /** All movements so far, for a dispute whose provider lists them. */
  readonly movements?: readonly ReversalMovement[];
  readonly decision?: DisputeDecision;
  readonly problem?: ReversalProblem;
  /** The provider's deadline for our evidence about a dispute; null if the provider waits for no evidence. */
  readonly evidenceDueAt?: Date | null;
}

/** The decision of a lost dispute, if the provider reports it without movements. */
export interface DisputeDecision {
  /** The amount that the payer got, in the currency of the dispute. We keep the rest of what was withdrawn. */
  readonly refunded: Money;
  /** The time at which the provider last changed the dispute. The newest decision counts. */
  readonly decidedAt: Date;
}

/** One change of our balance at the provider because of a dispute, without fees. A movement is never changed. */
export interface ReversalMovement {
  /** The provider's id of the movement, or one that we derived from its fields. */
  readonly movementId: string;
  /** Negative if the money left us, positive if it came back. */
  readonly amount: Money;
  readonly occurredAt: Date;
}

/**
 * Folds all known facts of a refund or dispute into its status. The strongest fact wins, so order, delay and repetition
 * change nothing.
 */
export const foldReversal = (facts: readonly ReversalFact[]): ReversalFact =>
  facts.reduce<ReversalFact>((status, fact) => (strength[fact] > strength[status] ? fact : status), 'noted');

/**
 * Returns the status of a dispute with known movements. While its money is out, it is not `returned`, even if it was decided for
 * us: the other side may have appealed, or the money is still on its way.
 */
export const foldDispute = (facts: readonly ReversalFact[], isMoneyOut: boolean): ReversalFact =>
  foldReversal(isMoneyOut ? ['taken', ...facts.filter((fact) => fact !== 'returned')] : facts);

const strength: Record<ReversalFact, number> = { noted: 0, taken: 1, lost: 2, returned: 3 };

/** Returns true if the money has left us and not come back, by the status alone. */
export const isActive = (status: ReversalFact): boolean => status === 'taken' || status === 'lost';
