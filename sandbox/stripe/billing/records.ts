import type { Instrument, Metadata, Payer, PaymentFailure } from '../records.ts';

/** A product, to which prices refer. The merchant may choose the id. */
export interface ProductRecord {
  readonly id: string;
  readonly created: number;
  readonly name: string;
  readonly description: string | null;
  readonly isActive: boolean;
  readonly metadata: Metadata;
}

/** A person with a subscription. */
export interface CustomerRecord {
  readonly id: string;
  readonly created: number;
  readonly email: string | null;
  readonly name: string | null;
  readonly metadata: Metadata;
  readonly defaultPaymentMethodId: string | null;
  /** The first part of the customer's invoice numbers: `A1B2C3D4-0001`. */
  readonly invoicePrefix: string;
  readonly nextInvoiceSequence: number;
}

/** A customer's saved card. Every later charge fails with `laterFailure`, unless it is null. */
export interface PaymentMethodRecord {
  readonly id: string;
  readonly created: number;
  readonly customerId: string;
  readonly payer: Payer;
  readonly instrument: Extract<Instrument, { readonly type: 'card' }>;
  readonly laterFailure: PaymentFailure | null;
}

/** One line of the monthly charge, in minor units of the subscription's currency. */
export interface SubscriptionItemRecord {
  readonly id: string;
  readonly created: number;
  readonly priceId: string;
  readonly productId: string;
  readonly unitAmountMinor: number;
  readonly quantity: number;
}

/** A monthly charge. Months are counted from `anchor`, so that a charge on the 31st returns to it after a shorter month. */
export interface SubscriptionRecord {
  readonly id: string;
  readonly created: number;
  readonly customerId: string;
  /** The session that started the subscription. */
  readonly checkoutSessionId: string;
  readonly status: 'active' | 'past_due' | 'paused' | 'canceled';
  /** The time at which failed payments paused the subscription; set while the status is `paused`. */
  readonly pausedAt?: number;
  readonly currency: string;
  readonly items: readonly SubscriptionItemRecord[];
  readonly description: string | null;
  readonly metadata: Metadata;
  readonly defaultPaymentMethodId: string;
  readonly anchor: number;
  /** Months begun since the anchor, including the first. */
  readonly monthsBegun: number;
  readonly periodStart: number;
  readonly periodEnd: number;
  /** End of the period whose next invoice was announced. */
  readonly announcedFor: number | null;
  /** While set, invoices are voided. */
  readonly pause: { readonly resumesAt: number | null } | null;
  readonly cancelsAtPeriodEnd: boolean;
  readonly canceledAt: number | null;
  readonly endedAt: number | null;
  readonly endReason: 'cancellation_requested' | 'payment_failed' | null;
  readonly latestInvoiceId: string;
  /** How many of the next automatic charges fail, as set by the operator. */
  readonly chargesToFail: number;
}

/** One line of an invoice for the time from `periodStart` to `periodEnd`. */
export interface InvoiceLineRecord {
  readonly id: string;
  readonly itemId: string;
  readonly priceId: string;
  readonly productId: string;
  readonly description: string;
  readonly unitAmountMinor: number;
  readonly quantity: number;
  readonly periodStart: number;
  readonly periodEnd: number;
}

/** The invoice for one month. */
export interface InvoiceRecord {
  readonly id: string;
  readonly created: number;
  readonly number: string | null;
  readonly customerId: string;
  readonly customerEmail: string | null;
  readonly customerName: string | null;
  readonly subscriptionId: string;
  /** The subscription's metadata at the time of the invoice. */
  readonly subscriptionMetadata: Metadata;
  readonly reason: 'subscription_create' | 'subscription_cycle' | 'upcoming';
  readonly status: 'draft' | 'open' | 'paid' | 'void';
  readonly currency: string;
  readonly amountMinor: number;
  readonly lines: readonly InvoiceLineRecord[];
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly attemptCount: number;
  readonly nextAttemptAt: number | null;
  readonly finalizedAt: number | null;
  readonly paidAt: number | null;
  readonly voidedAt: number | null;
  /** Part of the hosted page's URL, so that it cannot be guessed. */
  readonly pageSecret: string;
}

/** Links an invoice to its payment intent, which stays the same for all attempts. */
export interface InvoicePaymentRecord {
  readonly id: string;
  readonly created: number;
  readonly invoiceId: string;
  readonly paymentIntentId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly status: 'open' | 'paid';
  readonly paidAt: number | null;
}

/** The features that the portal offers to customers. */
export interface PortalConfigurationRecord {
  readonly id: string;
  readonly created: number;
  readonly updated: number;
  readonly isActive: boolean;
  readonly name: string | null;
  readonly defaultReturnUrl: string | null;
  readonly canUpdateCard: boolean;
  readonly showsInvoices: boolean;
  readonly metadata: Metadata;
}

/** A customer's visit to the portal. */
export interface PortalSessionRecord {
  readonly id: string;
  readonly created: number;
  readonly customerId: string;
  readonly configurationId: string;
  readonly returnUrl: string | null;
  readonly locale: string | null;
  /** The last part of the portal's URL. */
  readonly pageSecret: string;
}
