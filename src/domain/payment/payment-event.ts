import type { Money } from '#domain/money/money.ts';

/** Payment providers the product works with. */
export type PaymentProvider = 'stripe' | 'paypal';

/**
 * What a provider says has happened to a payment, in our words. (provider, eventId) names it: the same
 * event may arrive many times, late, and in any order.
 */
export interface PaymentEvent {
  readonly provider: PaymentProvider;
  /** The provider's id of this fact; a second message of the same id says nothing new. */
  readonly eventId: string;
  /** When it happened, by the provider's clock. */
  readonly occurredAt: Date;
  /** False for the provider's test mode. */
  readonly isLive: boolean;
  /** The provider's id of the checkout session or order. */
  readonly sessionId: string;
  /** The provider's id of the money itself, which refunds and disputes speak of; absent until there is any. */
  readonly paymentId: string | undefined;
  /** The provider's name for the account a message belongs to, when that is not our own. */
  readonly account: string | undefined;
  /** Our intent id, as the provider carried it for us; absent when it carried none. */
  readonly intentId: string | undefined;
  /** The subscription that a checkout began, and its first bill; absent for one-time gifts. */
  readonly subscription?: { readonly subscriptionId: string; readonly invoiceId: string | undefined };
  readonly fact: PaymentFact;
}

/**
 * The facts about a payment that matter to us. `collected` is all the donor paid, fee included; `undefined` when the
 * provider named a sum or currency that we cannot read, which never matches an intent.
 */
export type PaymentFact =
  | { readonly kind: 'processing' } // the donor is done, the money is on its way (bank debit)
  | { readonly kind: 'settled'; readonly collected: Money | undefined }
  | { readonly kind: 'failed' }
  | { readonly kind: 'expired' };
