import type { Money } from '#domain/money/money.ts';
import type { DonationRecord } from '#domain/payment/donation-record.ts';
import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import type { ReversalEvent } from '#domain/payment/reversal.ts';
import type { NamedDispute, Provider, Unavailable } from './provider.ts';

/** The port to PayPal. Its lists throw ProviderUnavailable when they cannot be read completely. */
export interface PayPalProvider extends Provider<'paypal'> {
  /** Where the page loads PayPal's script from, without a slash at the end. */
  readonly webSdkUrl: string;
  /** The token that PayPal's script in the page needs. */
  createClientToken(): Promise<CreatedClientToken>;
  createOrder(request: OrderRequest): Promise<CreatedOrder>;
  fetchOrder(orderId: string): Promise<FetchedOrder>;
  /** Collects the money of an approved order once; a repeated call answers as the first one did. */
  captureOrder(order: { readonly orderId: string; readonly intentId: string }): Promise<CapturedOrder>;
  /** The order of a payment, by the payment's own id. */
  fetchPayment(paymentId: string): Promise<FetchedOrder>;
  /** Asks PayPal to verify the message by its headers and exact text, and translates it. */
  readWebhook(received: ReceivedWebhook): Promise<PayPalWebhookReading>;
  /** PayPal's own messages since an instant, newest first. An unreadable message does not stop the list. */
  listMessages(since: Date): AsyncIterable<PayPalMessage | UnreadableMessage>;
  /**
   * Payments in PayPal's report, over at most 31 days; the newest may be missing for some hours. Throws PermissionMissing when
   * our app may not read it.
   */
  listPayments(since: Date, until: Date): AsyncIterable<ReportedPayment>;
}

export interface OrderRequest {
  /** PayPal's idempotency key. */
  readonly requestId: string;
  /** The donation to be paid, as PayPal stores it; undefined for an order that names none, which is never captured. */
  readonly donation: { readonly record: DonationRecord; readonly charityName: string } | undefined;
  readonly total: Money;
  /** What the payer reads. */
  readonly description: string;
  /** Our page, to which PayPal returns when it takes over the whole window. */
  readonly pageUrl: string;
}

export type CreatedClientToken = { readonly code: 'created'; readonly clientToken: string } | Unavailable;

export type CreatedOrder = { readonly code: 'created'; readonly orderId: string } | Unavailable;

/** `event`: the order's payment has a state. `open`: not paid yet, perhaps approved. `not_found`: PayPal has no such order. */
export type FetchedOrder =
  | { readonly code: 'event'; readonly event: PaymentEvent }
  | { readonly code: 'open'; readonly isApproved: boolean; readonly namesDonation: boolean }
  | { readonly code: 'not_found' }
  | Unavailable;

/** After `declined` the payer may approve again, with another card or account. */
export type CapturedOrder =
  | { readonly code: 'event'; readonly event: PaymentEvent }
  | { readonly code: 'not_approved' }
  | { readonly code: 'declined'; readonly detail: string }
  | { readonly code: 'not_found' }
  | Unavailable;

export type PayPalMessage =
  | { readonly code: 'event'; readonly event: PaymentEvent }
  /** The payer has approved; the money has not been captured. */
  | { readonly code: 'approved'; readonly eventId: string; readonly orderId: string }
  | { readonly code: 'reversal'; readonly event: ReversalEvent }
  | ({ readonly code: 'dispute' } & NamedDispute)
  | { readonly code: 'ignored'; readonly type: string };

/** A listed message of a shape that we do not know. `messageId` is the same each time the message is listed. */
export interface UnreadableMessage {
  readonly code: 'unreadable';
  readonly messageId: string;
  readonly detail: string;
}

/** A webhook as it arrived, and the network that it came from. */
export interface ReceivedWebhook {
  readonly rawBody: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly network: string;
}

/** Why a webhook is not genuine: all but `signature` are found without asking PayPal. */
export type RefusedWebhook = 'malformed' | 'foreign_certificate' | 'too_old' | 'signature';

/** `unavailable`: PayPal did not say whether the message is genuine. `too_many`: we do not ask PayPal, for now. */
export type PayPalWebhookReading =
  | PayPalMessage
  | { readonly code: 'invalid_signature'; readonly reason: RefusedWebhook }
  | { readonly code: 'too_many' }
  | { readonly code: 'unreadable'; readonly detail: string }
  | Unavailable;

/** A payment as it appears in PayPal's own report. */
export interface ReportedPayment {
  readonly paymentId: string;
  /** Undefined when the report names an amount that we cannot read. */
  readonly amount: Money | undefined;
  /** PayPal's fee; undefined when there is none, or its amount is unreadable. */
  readonly fee: Money | undefined;
  readonly paidAt: Date;
}
