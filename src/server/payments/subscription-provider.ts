import type { Price } from '#domain/donation/pricing.ts';
import type { Money } from '#domain/money/money.ts';

/** What the provider collects each month, and for whom: one product a charity, so that a charge tells whom it was for. */
export interface MonthlyGift {
  readonly charge: Price;
  readonly charityId: number;
  readonly charityName: string;
}

/** Where a subscription stands at the provider. */
export interface SubscriptionState {
  readonly subscriptionId: string;
  readonly customerId: string;
  /** Our plan id, as the provider carried it for us; absent when it carried none. */
  readonly planId: string | undefined;
  readonly isLive: boolean;
  readonly status: 'starting' | 'active' | 'past_due' | 'paused' | 'ended';
  /** When the next month begins; absent when there will be none. */
  readonly nextChargeAt: Date | undefined;
  readonly pausedUntil: Date | undefined;
  readonly endedAt: Date | undefined;
  /** What its lines come to each month from now on; `undefined` for a sum that we cannot read. */
  readonly collected: Money | undefined;
  /** The charity that a line's product stands for. */
  readonly charityId: number | undefined;
  /** The card in words, such as "Visa ending in 4242". */
  readonly card: string | undefined;
}

/** One month's bill of a subscription. */
export interface InvoiceState {
  readonly invoiceId: string;
  readonly subscriptionId: string;
  /** Our ids, as the subscription carried them for us. */
  readonly planId: string | undefined;
  readonly isLive: boolean;
  /** `first` belongs to the checkout that began the plan; every other bill is a renewal. */
  readonly reason: 'first' | 'renewal';
  readonly status: 'open' | 'paid' | 'void' | 'uncollectible';
  readonly createdAt: Date;
  /** What was collected, once it is paid; `undefined` also for a sum that we cannot read. */
  readonly collected: Money | undefined;
  readonly paidAt: Date | undefined;
  /** The provider's id of the money itself. */
  readonly paymentId: string | undefined;
  /** The charity that the bill's product stands for. */
  readonly charityId: number | undefined;
  /** How often the provider has tried, and when it tries again. */
  readonly attemptCount: number;
  readonly nextAttemptAt: Date | undefined;
  /** The provider's page where the bill can be paid by hand. */
  readonly payUrl: string | undefined;
}

/** An answer of the provider, or that it could not be asked. */
export type Asked<State> =
  | { readonly code: 'answered'; readonly state: State }
  | { readonly code: 'unavailable'; readonly detail: string };

/** The port to a provider of monthly charges. Every change answers the state that the provider has confirmed. */
export interface SubscriptionProvider {
  fetchSubscription(subscriptionId: string): Promise<Asked<SubscriptionState>>;
  fetchInvoice(invoiceId: string): Promise<Asked<InvoiceState | undefined>>;
  /** Changes what is collected from the next month on; nothing is charged or given back for this month. */
  changeSubscription(subscriptionId: string, gift: MonthlyGift, key: string): Promise<Asked<SubscriptionState>>;
  /** Lets the months until an instant pass without a charge. */
  pauseSubscription(subscriptionId: string, until: Date): Promise<Asked<SubscriptionState>>;
  resumeSubscription(subscriptionId: string): Promise<Asked<SubscriptionState>>;
  /** Ends it at once. One that has ended already is answered as it stands. */
  cancelSubscription(subscriptionId: string): Promise<Asked<SubscriptionState>>;
  /** The provider's page where the customer replaces the card, and from where there is a way back. */
  openPortal(customerId: string, returnUrl: string): Promise<Asked<string>>;
  /** Every bill since an instant, newest first. Throws ProviderUnavailable when the provider cannot be asked to the end. */
  listInvoices(since: Date): AsyncIterable<InvoiceState>;
}
