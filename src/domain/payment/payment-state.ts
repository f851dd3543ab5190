import type { PaymentFact } from './payment-event.ts';

/** Where a payment stands, as it is stored. How much was paid is the intent's to say: a fact with another sum never gets here. */
export type PaymentStatus = 'pending' | PaymentFact['kind'];

/**
 * The state of a payment from all facts known about it: a pure fold in which the strongest fact wins, so that order,
 * delay and repetition of the provider's messages cannot change the result. Money that arrived outweighs every failure
 * that was reported about it; a failure outweighs an expiry; an expiry outweighs work in progress.
 */
export function foldPaymentStatus(facts: readonly Pick<PaymentFact, 'kind'>[]): PaymentStatus {
  return facts.reduce<PaymentStatus>((status, fact) => (isStronger(fact, status) ? fact.kind : status), 'pending');
}

/** Whether one more fact brings a payment to another state. */
export const isStronger = (fact: Pick<PaymentFact, 'kind'>, status: PaymentStatus): boolean =>
  strength[fact.kind] > strength[status];

const strength: Record<PaymentStatus, number> = { pending: 0, processing: 1, expired: 2, failed: 3, settled: 4 };
