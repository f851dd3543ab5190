import type { Money } from '#domain/money/money.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { ReversalEvent } from '#domain/payment/reversal.ts';

/** The port to a payment provider: what all providers have in common. */
export interface Provider<Name extends PaymentProvider = PaymentProvider> {
  readonly name: Name;
  /** True if the keys move real money. Events of the other mode are quarantined. */
  readonly isLive: boolean;
  /** Refunds an amount, or all that is left of the payment. */
  refundPayment(request: RefundRequest): Promise<RefundedPayment>;
  /** The state of a dispute, with every movement of its money so far. */
  fetchDispute(disputeId: string): Promise<FetchedDispute>;
}

/**
 * `event`: undefined when the dispute is about a payment that cannot be ours. Its `eventId` is derived from the state.
 * `unreadable`: the response has a shape that we do not know.
 * `not_permitted`: our key may not read disputes.
 */
export type FetchedDispute =
  | { readonly code: 'unreadable'; readonly detail: string }
  | { readonly code: 'fetched'; readonly event: ReversalEvent | undefined; readonly fees: readonly ProviderFee[] }
  | { readonly code: 'not_found' }
  | { readonly code: 'not_permitted'; readonly detail: string }
  | Unavailable;

/** A message about a dispute. Messages arrive in any order, so a message only says which dispute to fetch. */
export interface NamedDispute {
  readonly eventId: string;
  readonly disputeId: string;
  readonly isLive: boolean;
  readonly account: string | undefined;
}

/** A listed object or message with a shape that we do not know. `subjectId` is the same each time it is listed. */
export interface UnreadableRecord {
  readonly code: 'unreadable';
  readonly subjectId: string;
  readonly detail: string;
}

/** The call failed or got no response, so we do not know whether it had an effect. Repeating it is safe. */
export interface Unavailable {
  readonly code: 'unavailable';
  readonly detail: string;
}

/** Thrown if a provider does not respond, or if a list of the provider cannot be read completely. Trying again later is safe. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** A refusal of a card or account that a payer entered. Nothing was charged, and the payer may try again. */
export interface Decline {
  readonly provider: PaymentProvider;
  /** The same each time that the provider reports the decline. */
  readonly declineId: string;
  readonly intentId: string | undefined;
  /** The beginning of the checkout session's id, for payments that name no intent. */
  readonly sessionIdStart: string | undefined;
  readonly occurredAt: Date;
}

export interface RefundRequest {
  /** The provider's id of the payment. */
  readonly paymentId: string;
  /** Undefined to refund all that is left. */
  readonly amount: Money | undefined;
  readonly reason: 'requested_by_customer' | 'fraudulent';
  /** The provider's idempotency key. */
  readonly requestId: string;
}

/**
 * `already_refunded`: the provider says that nothing is left. `refused`: the provider will not refund it, for example because too
 * little is left or it is too late.
 */
export type RefundedPayment =
  | { readonly code: 'refunded'; readonly event: ReversalEvent }
  | { readonly code: 'already_refunded' }
  | { readonly code: 'refused'; readonly detail: string }
  | Unavailable;

/** A provider's fee for collecting a payment or for a dispute. */
export interface ProviderFee {
  readonly provider: PaymentProvider;
  /** The provider's id of the transaction that charged the fee. */
  readonly feeId: string;
  readonly paymentId: string;
  readonly fee: Money;
  readonly occurredAt: Date;
  /** The card that paid, if the list of fees names it. */
  readonly card?: PaymentCard | undefined;
}

/** The card of a payment, as the provider reports it. */
export interface PaymentCard {
  readonly brand: string;
  readonly lastFour: string;
}
