import type { Money } from '#domain/money/money.ts';
import type { DonationRecord } from '#domain/payment/donation-record.ts';
import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import type { ReversalEvent } from '#domain/payment/reversal.ts';
import type { PastBalanceReader } from './balances.ts';
import type { NamedDispute, Provider, Unavailable, UnreadableRecord } from './provider.ts';

/** The port to PayPal. Its lists throw ProviderUnavailable when they cannot be read completely. */
export interface PayPalProvider extends Provider<'paypal'> {
  /** The address from which the page loads PayPal's script, without a slash at the end. */
  readonly webSdkUrl: string;
  readonly balances: PastBalanceReader;
  /** The token that PayPal's script in the page needs. */
  createClientToken(): Promise<CreatedClientToken>;
  createOrder(request: OrderRequest): Promise<CreatedOrder>;
  fetchOrder(orderId: string): Promise<FetchedOrder>;
  /** Collects the money of an approved order exactly once, and waits while PayPal does so. */
  captureOrder(request: CaptureRequest): Promise<CapturedOrder>;
  /** Fetches the state of a payment. */
  fetchPayment(paymentId: string): Promise<FetchedOrder>;
  /** Asks PayPal to verify the message by its headers and exact text, and translates it. */
  readWebhook(received: ReceivedWebhook): Promise<PayPalWebhookReading>;
  /** PayPal's own messages since an instant, newest first. An unreadable message does not stop the list. */
  listMessages(since: Date): AsyncIterable<PayPalMessage | UnreadableRecord>;
  /**
   * The ids of disputes that changed since an instant, at most 180 days ago. Throws PermissionMissing if our app may not read
   * them.
   */
  listDisputes(since: Date): AsyncIterable<string>;
  /**
   * Payments and refunds in PayPal's report, oldest period first; the newest may be missing for some hours. PayPal keeps them
   * for three years. Throws PermissionMissing if our app may not read the report.
   */
  listTransactions(since: Date, until: Date): AsyncIterable<ReportedPayment | ReportedRefund>;
  fetchRefund(refundId: string): Promise<FetchedRefund>;
}

export interface OrderRequest {
  /** PayPal's idempotency key. */
  readonly requestId: string;
  /** The donation to be paid, as PayPal stores it; undefined for an order without a donation, whose money is never captured. */
  readonly donation: { readonly record: DonationRecord; readonly charityName: string } | undefined;
  readonly total: Money;
  /** Shown to the payer. */
  readonly description: string;
  /** Our page, to which PayPal sends the payer back if it took over the whole window. */
  readonly pageUrl: string;
}

export type CreatedClientToken = { readonly code: 'created'; readonly clientToken: string } | Unavailable;

/** `refused`: PayPal would refuse the order again for the same request id. */
export type CreatedOrder =
  | { readonly code: 'created'; readonly orderId: string }
  | { readonly code: 'refused'; readonly detail: string }
  | Unavailable;

export interface CaptureRequest {
  readonly orderId: string;
  /** PayPal's idempotency key. After a refusal the next capture needs another one. */
  readonly requestId: string;
}

/** A response about an order that we cannot interpret: an unknown status, or statements that contradict each other. */
export interface Unreadable {
  readonly code: 'unreadable';
  readonly detail: string;
}

/** `event`: the order's payment has a state. `open`: not paid yet, perhaps approved. `not_found`: PayPal has no such order. */
export type FetchedOrder =
  | { readonly code: 'event'; readonly event: PaymentEvent }
  | { readonly code: 'open'; readonly isApproved: boolean; readonly namesDonation: boolean }
  | { readonly code: 'not_found' }
  | Unreadable
  | Unavailable;

/**
 * `not_approved`, `declined`, `refused` and `action_required` are definite refusals: nothing was collected, and the payer may
 * approve again. `declined`: the payer needs another card or account. `refused`: the payer cannot remove the cause, for example
 * a problem with our account. `processing`: approved, and PayPal may still collect the money.
 */
export type CapturedOrder =
  | { readonly code: 'event'; readonly event: PaymentEvent }
  | { readonly code: 'not_approved' }
  | { readonly code: 'declined' | 'refused' | 'action_required'; readonly detail: string }
  | { readonly code: 'processing'; readonly detail: string }
  | { readonly code: 'not_found' }
  | Unreadable
  | Unavailable;

export type PayPalMessage =
  | { readonly code: 'event'; readonly event: PaymentEvent }
  /** The payer has approved; the money has not been captured. */
  | { readonly code: 'approved'; readonly eventId: string; readonly orderId: string }
  | { readonly code: 'reversal'; readonly event: ReversalEvent }
  | ({ readonly code: 'dispute' } & NamedDispute)
  | { readonly code: 'ignored'; readonly type: string };

/** A webhook as it arrived, and the network that it came from. */
export interface ReceivedWebhook {
  readonly rawBody: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly network: string;
}

/** Why a webhook is refused. All reasons but `signature` are found without asking PayPal. */
export type RefusedWebhook = 'malformed' | 'foreign_certificate' | 'too_old' | 'signature';

/** `unavailable`: PayPal did not say whether the message is genuine. `too_many`: for now, we do not ask PayPal. */
export type PayPalWebhookReading =
  | PayPalMessage
  | { readonly code: 'invalid_signature'; readonly reason: RefusedWebhook }
  | { readonly code: 'too_many' }
  | { readonly code: 'unreadable'; readonly detail: string }
  | Unavailable;

export type FetchedRefund =
  | { readonly code: 'fetched'; readonly event: ReversalEvent }
  | { readonly code: 'not_found' }
  | Unavailable;

/** A payment as it appears in PayPal's own report. */
export interface ReportedPayment {
  readonly kind: 'payment';
  readonly paymentId: string;
  /** Undefined if we cannot read the amount in the report. */
  readonly amount: Money | undefined;
  /** PayPal's fee; undefined if there is none or its amount is unreadable. */
  readonly fee: Money | undefined;
  readonly paidAt: Date;
}

/** A refund as it appears in PayPal's own report. */
export interface ReportedRefund {
  readonly kind: 'refund';
  readonly refundId: string;
  /** The refunded payment; undefined if the report does not name it. */
  readonly paymentId: string | undefined;
}
