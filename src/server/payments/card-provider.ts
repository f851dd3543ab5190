import type { Price } from '#domain/donation/pricing.ts';
import type { Money } from '#domain/money/money.ts';
import type { PaymentEvent, PaymentProvider } from '#domain/payment/payment-event.ts';
import type { ReversalEvent } from '#domain/payment/reversal.ts';
import type { SubscriptionProvider } from './subscription-provider.ts';

/** What a card provider is asked to collect, and where the donor goes afterwards. */
export interface CheckoutSessionRequest {
  /** Our intent id: the provider's idempotency key and its only knowledge of the gift. */
  readonly intentId: string;
  /** When the intent was made: its session cannot be older. */
  readonly createdAt: Date;
  /** When the provider is asked this time. */
  readonly attemptedAt: Date;
  readonly charge: Price;
  /** Present for a gift that is collected each month from now on: our plan and its charity. */
  readonly monthly?: { readonly planId: string; readonly charityId: number };
  readonly label: string;
  readonly charityName: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly expiresAt: Date;
}

/** Outcome of opening a hosted checkout. `unavailable` says that nobody knows whether it was opened; asking again with the same intent is safe. */
export type OpenedCheckout =
  | { readonly code: 'opened'; readonly sessionId: string; readonly url: string; readonly expiresAt: Date }
  | { readonly code: 'unavailable'; readonly detail: string };

/** Outcome of asking for the state of a session; `event` is what the provider says now, absent while nothing has happened. */
export type FetchedSession =
  | { readonly code: 'fetched'; readonly event: PaymentEvent | undefined }
  | { readonly code: 'unavailable'; readonly detail: string };

/** A card network's word that a payment is fraud. */
export interface FraudWarning {
  readonly warningId: string;
  readonly paymentId: string;
  readonly isLive: boolean;
  readonly account: string | undefined;
}

/**
 * Outcome of reading a webhook. `reversal` is a word about a refund or dispute; `fraud_warning` names a payment that a card's
 * network holds for fraud, and that is better given back before it is disputed. `ignored` is a genuine message that says
 * nothing about a payment of ours; `unreadable` is a genuine signature around what the provider never sends.
 */
export type WebhookReading =
  | { readonly code: 'event'; readonly event: PaymentEvent }
  | { readonly code: 'reversal'; readonly event: ReversalEvent }
  | ({ readonly code: 'fraud_warning' } & FraudWarning)
  | { readonly code: 'subscription'; readonly subscriptionId: string }
  | { readonly code: 'invoice'; readonly invoiceId: string }
  | { readonly code: 'ignored'; readonly type: string }
  | { readonly code: 'invalid_signature' }
  | { readonly code: 'unreadable'; readonly detail: string };

/** What is to be given back; without an amount, all that is left. */
export interface RefundRequest {
  /** The provider's id of the payment. */
  readonly paymentId: string;
  readonly amount: Money | undefined;
  readonly reason: 'requested_by_customer' | 'fraudulent';
  /** Key under which money is given back once, however often it is asked for. */
  readonly requestId: string;
}

/** Outcome of giving money back. `refused`: the provider will not; `unavailable`: nobody knows, and asking again is safe. */
export type RefundedPayment =
  | { readonly code: 'refunded'; readonly event: ReversalEvent }
  | { readonly code: 'already_refunded' }
  | { readonly code: 'refused'; readonly detail: string }
  | { readonly code: 'unavailable'; readonly detail: string };

/** What a provider kept of a payment, for collecting it or for a dispute about it. */
export interface ProviderFee {
  readonly provider: PaymentProvider;
  /** The provider's id of the movement of money in which it was kept. */
  readonly feeId: string;
  readonly paymentId: string;
  readonly fee: Money;
  readonly occurredAt: Date;
}

/** The provider could not be asked; nothing is known, and asking again later is right. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** The port to a provider of hosted card checkouts. */
export interface CardProvider {
  readonly name: 'stripe';
  /** Whether the keys move real money; facts of the other mode are quarantined. */
  readonly isLive: boolean;
  /** Monthly charges. */
  readonly subscriptions: SubscriptionProvider;
  openCheckout(request: CheckoutSessionRequest): Promise<OpenedCheckout>;
  fetchSession(sessionId: string): Promise<FetchedSession>;
  /**
   * The state of every session created since an instant, newest first, as far as it says anything. Throws
   * ProviderUnavailable when the provider cannot be asked to the end.
   */
  listSessionStates(since: Date): AsyncIterable<PaymentEvent>;
  /** The facts among the provider's own messages since an instant, newest first. Throws like `listSessionStates`. */
  listMessages(since: Date): AsyncIterable<PaymentEvent>;
  refundPayment(request: RefundRequest): Promise<RefundedPayment>;
  /** How every refund and dispute stands that was made since an instant, in no order that matters. Throws like `listSessionStates`. */
  listReversals(since: { readonly refunds: Date; readonly disputes: Date }): AsyncIterable<ReversalEvent>;
  /** What the provider kept of payments and for disputes made since an instant. Throws like `listSessionStates`. */
  listFees(since: { readonly charges: Date; readonly disputes: Date }): AsyncIterable<ProviderFee>;
  /** Verifies the signature over the raw body and translates the message. */
  readWebhook(rawBody: Buffer, signature: string | undefined): WebhookReading;
}
