import type { PaymentFact } from './payment-event.ts';

/** The stored status of a payment. The amount is the intent's, because a fact with another amount is quarantined earlier. */
export type PaymentStatus = 'pending' | PaymentFact['kind'];

/**
 * Folds all known facts of a payment into its status. The strongest fact wins, so order, delay and repetition of messages
 * cannot change the result: settled outweighs failed, failed outweighs expired, expired outweighs processing.
 */
export function foldPaymentStatus(facts: readonly Pick<PaymentFact, 'kind'>[]): PaymentStatus {
  return facts.reduce<PaymentStatus>((status, fact) => (isStronger(fact, status) ? fact.kind : status), 'pending');
}

/** Returns true if one more fact changes the status. */
export const isStronger = (fact: Pick<PaymentFact, 'kind'>, status: PaymentStatus): boolean =>
  strength[fact.kind] > strength[status];

const strength: Record<PaymentStatus, number> = { pending: 0, processing: 1, expired: 2, failed: 3, settled: 4 };

/** A fact about one of an intent's sessions. */
export interface SessionFact extends Pick<PaymentFact, 'kind'> {
  readonly sessionId: string;
}

/**
 * Returns the session that decides an intent's status, with that status: the current session, unless another one has the money
 * or has a payment in progress while the current one has neither. So two sessions give the same result in any order of messages.
 */
export function decisiveSession(
  facts: readonly SessionFact[],
  current: string,
): { readonly sessionId: string; readonly status: PaymentStatus } {
  const others = [...new Set(facts.map(({ sessionId }) => sessionId))].filter((id) => id !== current).toSorted();
  const sessions = [current, ...others].map((sessionId) => ({
    sessionId,
    status: foldPaymentStatus(facts.filter((fact) => fact.sessionId === sessionId)),
  }));
  const first = (wanted: PaymentStatus) => sessions.find(({ status }) => status === wanted);
  return first('settled') ?? first('processing') ?? { sessionId: current, status: sessions[0]?.status ?? 'pending' };
}
