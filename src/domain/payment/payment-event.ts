import type { Money } from '#domain/money/money.ts';
import type { RecordReading } from './donation-record.ts';

export const paymentProviders = ['stripe', 'paypal'] as const;

export type PaymentProvider = (typeof paymentProviders)[number];

/**
 * What a provider reports about a payment, in our terms. `provider` and `eventId` identify it. The same event can arrive many
 * times, late, and in any order.
 */
export interface PaymentEvent {
  readonly provider: PaymentProvider;
  /** The provider's id of this fact. A second message with the same id is a repetition. */
  readonly eventId: string;
  /** The time of the event, by the provider's clock. */
  readonly occurredAt: Date;
  /** False for the provider's test mode. */
  readonly isLive: boolean;
  /** The provider's id of the checkout session or order. */
  readonly sessionId: string;
  /** The provider's id of the money itself, which refunds and disputes refer to; absent until it exists. */
  readonly paymentId: string | undefined;
  /** The provider's id of the account to which the message belongs, if the account is not ours. */
  readonly account: string | undefined;
  /** Our intent id from the provider's metadata. */
  readonly intentId: string | undefined;
  /** The subscription that a checkout started, and its first invoice; absent for one-time donations. */
  readonly subscription?: { readonly subscriptionId: string; readonly invoiceId: string | undefined };
  /** The address that the payer typed on the provider's page; absent if the provider sent no valid one. */
  readonly payerEmail?: string | undefined;
  /** The donation's record, if the message contains it. */
  readonly record?: RecordReading | undefined;
  readonly fact: PaymentFact;
}

/**
 * The facts about a payment that matter to us. `collected` is everything the donor paid, fee included. It is `undefined` if we
 * cannot read the provider's amount or currency; then the fact never matches an intent.
 */
export type PaymentFact =
  | { readonly kind: 'processing' } // authorized, money on its way (bank debit)
  | { readonly kind: 'settled'; readonly collected: Money | undefined }
  | { readonly kind: 'failed' }
  | { readonly kind: 'expired' };
