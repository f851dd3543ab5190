import type { Price } from '#domain/donation/pricing.ts';
import type { Money } from '#domain/money/money.ts';
import type { DonationRecord, RecordReading } from '#domain/payment/donation-record.ts';
import type { Unavailable } from './provider.ts';

/** The port to a provider of monthly charges. Every change returns the state that the provider confirms. */
export interface SubscriptionProvider {
  fetchSubscription(subscriptionId: string): Promise<ProviderResponse<SubscriptionState>>;
  fetchInvoice(invoiceId: string): Promise<ProviderResponse<InvoiceState | undefined>>;
  /** Changes what is collected from the next month on, without a charge or refund for this month. */
  changeSubscription(
    subscriptionId: string,
    donation: MonthlyDonation,
    idempotencyKey: string,
  ): Promise<ProviderResponse<SubscriptionState>>;
  /** Skips the charges until an instant. An invoice that is still open is voided, so that no one pays it. */
  pauseSubscription(subscriptionId: string, until: Date): Promise<ProviderResponse<SubscriptionState>>;
  resumeSubscription(subscriptionId: string): Promise<ProviderResponse<SubscriptionState>>;
  /** Skips every charge until it is restarted. An invoice that is still open is voided, so that no one pays it. */
  stopSubscription(subscriptionId: string): Promise<ProviderResponse<SubscriptionState>>;
  /** Ends a stop. A pause by the provider after failed payments stays. */
  restartSubscription(subscriptionId: string, restart: Restart): Promise<ProviderResponse<SubscriptionState>>;
  /** Cancels immediately. If the subscription has already ended, only returns its state. */
  cancelSubscription(subscriptionId: string): Promise<ProviderResponse<SubscriptionState>>;
  /** Returns the address of the provider's page where the customer replaces the card. The page links to `returnUrl`. */
  openPortal(customerId: string, returnUrl: string): Promise<ProviderResponse<string>>;
  /**
   * Every subscription invoice created since an instant, newest first. Throws like the lists of CardProvider: ProviderUnavailable
   * or PermissionMissing.
   */
  listInvoices(since: Date): AsyncIterable<InvoiceState>;
}

export type ProviderResponse<State> = { readonly code: 'responded'; readonly state: State } | Unavailable;

/**
 * The donation that the provider collects each month. There is one product per charity, so a charge shows which charity it is
 * for.
 */
export interface MonthlyDonation {
  readonly charge: Price;
  readonly charityId: number;
  readonly charityName: string;
  readonly records: PlanRecords<DonationRecord>;
  /** Ends a stop in the same call, so that nothing is charged under the terms from before the change. */
  readonly restart?: Restart;
}

/** When a stopped subscription charges again: on its next charge day, or on the first one after a pause. */
export interface Restart {
  readonly pausedUntil: Date | undefined;
}

/** The records of a plan that a subscription and its invoices store: its first payment, and the terms of its last change. */
export interface PlanRecords<Form> {
  readonly first: Form;
  /** Undefined until the plan is changed. */
  readonly terms: Form | undefined;
}

export interface SubscriptionState {
  readonly subscriptionId: string;
  readonly customerId: string;
  /** Our plan id from the provider's metadata; undefined if there is none. */
  readonly planId: string | undefined;
  readonly records?: PlanRecords<RecordReading | undefined>;
  readonly isLive: boolean;
  readonly status: 'starting' | 'active' | 'past_due' | 'paused' | 'ended';
  /** When the next month begins; undefined if there will be none. */
  readonly nextChargeAt: Date | undefined;
  readonly pausedUntil: Date | undefined;
  readonly endedAt: Date | undefined;
  /** True if the provider ended the subscription because the last attempt to charge failed. */
  readonly hasEndedUnpaid: boolean;
  /** The monthly total of its lines; undefined for an amount that we cannot read. */
  readonly collected: Money | undefined;
  /** The charity whose product the lines name. */
  readonly charityId: number | undefined;
  /** For example "Visa ending in 4242". */
  readonly card: string | undefined;
}

/** One month's invoice of a subscription. */
export interface InvoiceState {
  readonly invoiceId: string;
  readonly subscriptionId: string;
  /** Our plan id from the subscription's metadata. */
  readonly planId: string | undefined;
  readonly records?: PlanRecords<RecordReading | undefined>;
  /** The customer's email address. */
  readonly payerEmail?: string | undefined;
  readonly isLive: boolean;
  /** `first` belongs to the checkout that started the plan; every other invoice is a renewal. */
  readonly reason: 'first' | 'renewal';
  readonly status: 'open' | 'paid' | 'void' | 'uncollectible';
  readonly createdAt: Date;
  /** The collected amount; undefined until the invoice is paid, or if we cannot read the amount. */
  readonly collected: Money | undefined;
  readonly paidAt: Date | undefined;
  /** The provider's id of the payment. */
  readonly paymentId: string | undefined;
  /** The charity whose product the invoice names. */
  readonly charityId: number | undefined;
  readonly attemptCount: number;
  readonly nextAttemptAt: Date | undefined;
  /** The provider's page where the donor can pay the invoice. */
  readonly payUrl: string | undefined;
}
