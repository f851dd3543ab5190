import type { Money } from '#domain/money/money.ts';
import type { PaymentFact } from './payment-event.ts';

/** Where a payment stands. */
export type PaymentState =
  | { readonly status: 'pending' }
  | { readonly status: 'processing' }
  | { readonly status: 'expired' }
  | { readonly status: 'failed' }
  | { readonly status: 'settled'; readonly collected: Money };

/** The name of a state, as it is stored. */
export type PaymentStatus = PaymentState['status'];

/**
 * The state of a payment from all facts known about it: a pure fold in which the strongest fact wins, so that order,
 * delay and repetition of the provider's messages cannot change the result. Money that arrived outweighs every failure
 * that was reported about it; a failure outweighs an expiry; an expiry outweighs work in progress.
 */
export function foldPaymentState(facts: readonly PaymentFact[]): PaymentState {
  return facts.reduce<PaymentState>((state, fact) => stronger(state, stateOf(fact)), { status: 'pending' });
}

const strength: Record<PaymentStatus, number> = { pending: 0, processing: 1, expired: 2, failed: 3, settled: 4 };

/** Of two settled states the larger sum is kept: any rule would do, as long as it is the same in every order. */
function stronger(left: PaymentState, right: PaymentState): PaymentState {
  if (left.status === 'settled' && right.status === 'settled') {
    return right.collected.amountMinor > left.collected.amountMinor ? right : left;
  }
  return strength[right.status] > strength[left.status] ? right : left;
}

const stateOf = (fact: PaymentFact): PaymentState =>
  fact.kind === 'settled' ? { status: 'settled', collected: fact.collected } : { status: fact.kind };
