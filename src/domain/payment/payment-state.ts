import type { PaymentFact } from './payment-event.ts';

/** The stored status of a payment. The amount is the intent's: a fact with another amount is quarantined before it gets here. */
export type PaymentStatus = 'pending' | PaymentFact['kind'];

/**
 * Folds all known facts of a payment into its status. The strongest fact wins, so order, delay and repetition of messages
 * cannot change the result: settled outweighs failed, failed outweighs expired, expired outweighs processing.
 */
export function foldPaymentStatus(facts: readonly Pick<PaymentFact, 'kind'>[]): PaymentStatus {
  return facts.reduce<PaymentStatus>((status, fact) => (isStronger(fact, status) ? fact.kind : status), 'pending');
}

/** Whether one more fact changes the status. */
export const isStronger = (fact: Pick<PaymentFact, 'kind'>, status: PaymentStatus): boolean =>
  strength[fact.kind] > strength[status];

const strength: Record<PaymentStatus, number> = { pending: 0, processing: 1, expired: 2, failed: 3, settled: 4 };
