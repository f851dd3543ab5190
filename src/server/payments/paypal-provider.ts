import type { Money } from '#domain/money/money.ts';
import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import type { ReversalEvent } from '#domain/payment/reversal.ts';

/** What PayPal is asked to make an order for. */
export interface OrderRequest {
  /** Key under which PayPal makes an order once, however often it is asked. */
  readonly requestId: string;
  /** The gift that the order is for; absent for an order that names none, which is never captured. */
  readonly gift: { readonly intentId: string; readonly donationId: string } | undefined;
  readonly total: Money;
  /** What the payer reads. */
  readonly description: string;
  /** Our page, to which PayPal leads back where it takes the whole window. */
  readonly pageUrl: string;
}

/** Nobody knows whether it was done; asking again is safe. */
export interface Unanswered {
  readonly code: 'unavailable';
  readonly detail: string;
}

/** Outcome of asking for the token that PayPal's script in the page needs. */
export type MadeClientToken = { readonly code: 'made'; readonly clientToken: string } | Unanswered;

/** Outcome of asking for an order. */
export type CreatedOrder = { readonly code: 'created'; readonly orderId: string } | Unanswered;

/**
 * Where an order stands. `event` is what its money has come to; `open` one without any yet, which the payer may have
 * approved; `gone` one that PayPal does not know, or no longer.
 */
export type FetchedOrder =
  | { readonly code: 'event'; readonly event: PaymentEvent }
  | { readonly code: 'open'; readonly isApproved: boolean; readonly namesGift: boolean }
  | { readonly code: 'gone' }
  | Unanswered;

/** Outcome of taking the money of an order. After `declined` the payer may approve again, by another instrument. */
export type CapturedOrder =
  | { readonly code: 'event'; readonly event: PaymentEvent }
  | { readonly code: 'not_approved' }
  | { readonly code: 'declined'; readonly detail: string }
  | { readonly code: 'gone' }
  | Unanswered;

/** What a genuine message of PayPal's tells. */
export type PayPalMessage =
  | { readonly code: 'event'; readonly event: PaymentEvent }
  /** The payer has approved; nobody has taken the money yet. */
  | {
      readonly code: 'approved';
      readonly eventId: string;
      readonly orderId: string;
      readonly intentId: string | undefined;
    }
  | { readonly code: 'reversal'; readonly event: ReversalEvent }
  | { readonly code: 'ignored'; readonly type: string };

/** A message that PayPal lists and that is none in a shape that we know; `messageId` names it, the same each time. */
export interface UnreadableMessage {
  readonly code: 'unreadable';
  readonly messageId: string;
  readonly detail: string;
}

/** Outcome of reading a webhook. `unavailable`: PayPal could not be asked whether the message is its own. */
export type PayPalWebhookReading =
  | PayPalMessage
  | { readonly code: 'invalid_signature' }
  | { readonly code: 'unreadable'; readonly detail: string }
  | Unanswered;

/** A payment as PayPal's own report of its movements of money has it. */
export interface ReportedPayment {
  readonly paymentId: string;
  /** Undefined when the report names a sum that we cannot read. */
  readonly amount: Money | undefined;
  /** What PayPal kept of it; undefined when it kept nothing, or when the report names a sum that we cannot read. */
  readonly fee: Money | undefined;
  readonly paidAt: Date;
}

/** Outcome of giving money back. `refused` says that PayPal will not: there is not as much left, or it is too late. */
export type RefundedPayment =
  | { readonly code: 'refunded'; readonly event: ReversalEvent }
  | { readonly code: 'refused'; readonly detail: string }
  | Unanswered;

/** The port to PayPal. */
export interface PayPalProvider {
  readonly name: 'paypal';
  /** Whether the keys move real money; facts of the other mode are quarantined. */
  readonly isLive: boolean;
  /** Where the page loads PayPal's script from, without a slash at the end. */
  readonly webSdkUrl: string;
  makeClientToken(): Promise<MadeClientToken>;
  createOrder(request: OrderRequest): Promise<CreatedOrder>;
  fetchOrder(orderId: string): Promise<FetchedOrder>;
  /** Takes the money of an approved order, once; a repetition answers what the first one did. */
  captureOrder(order: { readonly orderId: string; readonly intentId: string }): Promise<CapturedOrder>;
  /** The payment itself, by its own id. */
  fetchPayment(paymentId: string): Promise<FetchedOrder>;
  /** Gives back an amount, or all that is left. The same `requestId` gives back once. */
  refundPayment(refund: {
    readonly paymentId: string;
    readonly requestId: string;
    readonly amount: Money | undefined;
  }): Promise<RefundedPayment>;
  /** Has PayPal verify the message, by its headers and its exact text, and translates it. */
  readWebhook(
    rawBody: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<PayPalWebhookReading>;
  /**
   * PayPal's own messages since an instant, newest first; one that cannot be read hides no other. Throws ProviderUnavailable
   * when it cannot be asked to the end.
   */
  listMessages(since: Date): AsyncIterable<PayPalMessage | UnreadableMessage>;
  /** Payments by PayPal's report, of at most 31 days; the youngest may be missing for some hours. Throws likewise. */
  listPayments(since: Date, until: Date): AsyncIterable<ReportedPayment>;
}
