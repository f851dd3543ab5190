import type { Instrument, Metadata, Payer, PaymentFailure } from './records.ts';

/** What prices are for: an id that the merchant may choose. */
export interface ProductRecord {
  readonly id: string;
  readonly created: number;
  readonly name: string;
  readonly description: string | null;
  readonly isActive: boolean;
  readonly metadata: Metadata;
}

/** Somebody with a subscription. */
export interface CustomerRecord {
  readonly id: string;
  readonly created: number;
  readonly email: string | null;
  readonly name: string | null;
  readonly metadata: Metadata;
  readonly defaultPaymentMethodId: string | null;
  /** Invoices are numbered by it: `A1B2C3D4-0001`. */
  readonly invoicePrefix: string;
  readonly nextInvoiceSequence: number;
}

/** A card that a customer left for later charges; `laterFailure` is what each of those meets. */
export interface PaymentMethodRecord {
  readonly id: string;
  readonly created: number;
  readonly customerId: string;
  readonly payer: Payer;
  readonly instrument: Extract<Instrument, { readonly type: 'card' }>;
  readonly laterFailure: PaymentFailure | null;
}

/** One line of what is collected each month, in minor units of the subscription's currency. */
export interface SubscriptionItemRecord {
  readonly id: string;
  readonly created: number;
  readonly priceId: string;
  readonly productId: string;
  readonly unitAmountMinor: number;
  readonly quantity: number;
}

/** A charge of each month. Its months are counted from `anchor`, so that a 31st that was cut short comes back. */
export interface SubscriptionRecord {
  readonly id: string;
  readonly created: number;
  readonly customerId: string;
  /** The session that it began with. */
  readonly checkoutSessionId: string;
  readonly status: 'active' | 'past_due' | 'canceled';
  readonly currency: string;
  readonly items: readonly SubscriptionItemRecord[];
  readonly description: string | null;
  readonly metadata: Metadata;
  readonly defaultPaymentMethodId: string;
  readonly anchor: number;
  /** Months begun since the anchor, the first among them. */
  readonly monthsBegun: number;
  readonly periodStart: number;
  readonly periodEnd: number;
  /** End of the period whose invoice was foretold. */
  readonly foretoldFor: number | null;
  /** While it stands, invoices are voided. */
  readonly pause: { readonly resumesAt: number | null } | null;
  readonly isEndingWithPeriod: boolean;
  readonly canceledAt: number | null;
  readonly endedAt: number | null;
  readonly endReason: 'cancellation_requested' | 'payment_failed' | null;
  readonly latestInvoiceId: string;
  /** Automatic charges that the operator has set to fail. */
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

/** One month's bill. */
export interface InvoiceRecord {
  readonly id: string;
  readonly created: number;
  readonly number: string | null;
  readonly customerId: string;
  readonly customerEmail: string | null;
  readonly customerName: string | null;
  readonly subscriptionId: string;
  /** The subscription's metadata as they were when the invoice was made. */
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
  /** What the address of its own page carries beside the id, so that it cannot be guessed. */
  readonly pageSecret: string;
}

/** How an invoice is being paid: one payment intent, through all attempts. */
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

/** A customer's visit to the portal. */
export interface PortalSessionRecord {
  readonly id: string;
  readonly created: number;
  readonly customerId: string;
  readonly returnUrl: string | null;
  readonly locale: string | null;
  /** The last part of its address. */
  readonly pageSecret: string;
}
