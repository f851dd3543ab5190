import type { Price } from '#domain/donation/pricing.ts';
import type { DonationRecord } from '#domain/payment/donation-record.ts';
import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import type { ReversalEvent } from '#domain/payment/reversal.ts';
import type { LiveBalanceReader } from './balances.ts';
import type { Decline, NamedDispute, Provider, ProviderFee, Unavailable, UnreadableRecord } from './provider.ts';
import type { SubscriptionProvider } from './subscription-provider.ts';

/**
 * The port to a provider of hosted card checkouts. Its lists throw ProviderUnavailable when they cannot be read completely,
 * and PermissionMissing when our key may not read them.
 */
export interface CardProvider extends Provider<'stripe'> {
  readonly subscriptions: SubscriptionProvider;
  readonly balances: LiveBalanceReader;
  openCheckout(request: CheckoutSessionRequest): Promise<OpenedCheckout>;
  /** Ends a session, so that no one can pay on its page. A session that has ended already stays as it is. */
  expireSession(sessionId: string): Promise<ExpiredSession>;
  fetchSession(sessionId: string): Promise<FetchedSession>;
  /** The state of every session created since an instant, newest first; leaves out sessions with nothing to report. */
  listSessionStates(since: Date): AsyncIterable<PaymentEvent>;
  /** The payment events among the provider's own messages since an instant, newest first. */
  listMessages(since: Date): AsyncIterable<PaymentEvent>;
  /** The state of every refund created since an instant, in any order. An unreadable one does not stop the list. */
  listRefunds(since: Date): AsyncIterable<ReversalEvent | UnreadableRecord>;
  /** The state of every dispute created since an instant, in any order. An unreadable one does not stop the list. */
  listDisputes(since: Date): AsyncIterable<ReversalEvent | UnreadableRecord>;
  /** The provider's fees for payments created since an instant. */
  listChargeFees(since: Date): AsyncIterable<ProviderFee>;
  /** The provider's fees for disputes created since an instant. */
  listDisputeFees(since: Date): AsyncIterable<ProviderFee>;
  /** Verifies the signature over the raw body and translates the message. */
  readWebhook(rawBody: Buffer, signature: string | undefined): WebhookReading;
}

/** The payment that the provider is to collect, and the pages to which the donor goes afterward. */
export interface CheckoutSessionRequest {
  readonly intentId: string;
  /**
   * Part of the provider's idempotency key, with the intent's id: a repeated request with the same number gets the same
   * session.
   */
  readonly number: number;
  /** Stored at the provider, which returns it with every event of the payment. */
  readonly record: DonationRecord;
  /** When the intent was created; its session cannot be older. */
  readonly createdAt: Date;
  /** True if an earlier attempt was refused, so the donor has already waited. */
  readonly isRetry: boolean;
  readonly charge: Price;
  /** Present for a monthly donation. */
  readonly monthly?: { readonly planId: string; readonly charityId: number };
  readonly label: string;
  readonly charityName: string;
  /** Prefilled on the hosted page; undefined for a guest. */
  readonly donorEmail: string | undefined;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly expiresAt: Date;
}

/** `refused`: the provider gives the same response to every later request with this number. */
export type OpenedCheckout =
  | { readonly code: 'opened'; readonly sessionId: string; readonly url: string; readonly expiresAt: Date }
  | { readonly code: 'refused'; readonly detail: string; readonly isEmailRefused: boolean }
  | Unavailable;

export type ExpiredSession = { readonly code: 'ended' } | Unavailable;

/** `event` is the current state of the session; undefined if nothing has happened yet. */
export type FetchedSession = { readonly code: 'fetched'; readonly event: PaymentEvent | undefined } | Unavailable;

/** A card network's report that a payment was fraud. Refunding the payment immediately avoids a dispute. */
export interface FraudWarning {
  readonly warningId: string;
  readonly paymentId: string;
  readonly isLive: boolean;
  readonly account: string | undefined;
}

/**
 * `ignored`: a genuine message that requires nothing of us. `unreadable`: the signature is genuine, but we do not know the shape
 * of the content.
 */
export type WebhookReading =
  | { readonly code: 'event'; readonly event: PaymentEvent }
  | { readonly code: 'reversal'; readonly event: ReversalEvent }
  | ({ readonly code: 'dispute' } & NamedDispute)
  | ({ readonly code: 'fraud_warning' } & FraudWarning)
  | { readonly code: 'decline'; readonly decline: Decline; readonly isLive: boolean }
  | { readonly code: 'subscription'; readonly subscriptionId: string }
  | { readonly code: 'invoice'; readonly invoiceId: string }
  | { readonly code: 'ignored'; readonly type: string }
  | { readonly code: 'invalid_signature' }
  | { readonly code: 'unreadable'; readonly detail: string };
