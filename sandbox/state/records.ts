/** String pairs that a caller attaches to an object. */
export type Metadata = Readonly<Record<string, string>>;

/** One line of a checkout session with its price in minor units. */
export interface LineItemRecord {
  readonly id: string;
  readonly priceId: string;
  readonly productId: string;
  readonly name: string;
  readonly description: string | null;
  readonly unitAmountMinor: number;
  readonly quantity: number;
  readonly metadata: Metadata;
  /** Whether it is collected each month. */
  readonly isMonthly?: boolean;
}

/** What the subscription of a session will carry once somebody pays. */
export interface SubscriptionSeed {
  readonly description: string | null;
  readonly metadata: Metadata;
}

/** What the payment intent of a session will carry once somebody pays. */
export interface PaymentIntentSeed {
  readonly description: string | null;
  readonly metadata: Metadata;
  readonly receiptEmail: string | null;
  readonly statementDescriptor: string | null;
  readonly statementDescriptorSuffix: string | null;
}

/** A checkout session. Times are sandbox seconds, amounts minor units of `currency`. */
export interface CheckoutSessionRecord {
  readonly id: string;
  readonly created: number;
  readonly expiresAt: number;
  readonly status: 'open' | 'complete' | 'expired';
  readonly paymentStatus: 'unpaid' | 'paid';
  readonly currency: string;
  readonly amountTotalMinor: number;
  readonly lineItems: readonly LineItemRecord[];
  readonly metadata: Metadata;
  readonly clientReferenceId: string | null;
  readonly successUrl: string;
  readonly cancelUrl: string | null;
  readonly customerEmail: string | null;
  readonly customerCreation: 'if_required';
  readonly locale: string | null;
  readonly submitType: string | null;
  readonly submitText: string | null;
  readonly isAdaptivePricing: boolean;
  readonly billingAddressCollection: 'auto' | 'required' | null;
  readonly integrationIdentifier: string | null;
  readonly originContext: string | null;
  readonly allowedPaymentMethods: readonly string[] | null;
  readonly excludedPaymentMethods: readonly string[] | null;
  readonly paymentMethods: readonly PaymentMethodType[];
  readonly paymentIntentSeed: PaymentIntentSeed;
  readonly paymentIntentId: string | null;
  readonly customer: Payer | null;
  /** In a session that begins a subscription; what stands below comes when it is paid. */
  readonly subscriptionSeed?: SubscriptionSeed;
  readonly customerId?: string;
  readonly subscriptionId?: string;
  readonly invoiceId?: string;
}

/** Who paid, as typed on the hosted page. */
export interface Payer {
  readonly email: string;
  readonly name: string | null;
}

/** The two ways to pay that the sandbox knows; the second is a Canadian pre-authorized debit, which settles days later. */
export type PaymentMethodType = 'card' | 'acss_debit';

/** What is kept of an instrument; never a card's number. */
export type Instrument =
  | {
      readonly type: 'card';
      readonly paymentMethodId: string;
      readonly brand: string;
      readonly last4: string;
      readonly expMonth: number;
      readonly expYear: number;
      readonly fingerprint: string;
    }
  | {
      readonly type: 'acss_debit';
      readonly paymentMethodId: string;
      readonly last4: string;
      readonly fingerprint: string;
    };

/** Why a payment was refused, in Stripe's codes and in words for the payer. */
export interface PaymentFailure {
  readonly code: string;
  readonly declineCode: string | null;
  readonly message: string;
}

/** A payment intent; `pending` holds what waits for a confirmation step or for the bank. A renewal names the session that the subscription began with. */
export interface PaymentIntentRecord {
  readonly id: string;
  readonly created: number;
  readonly checkoutSessionId: string;
  readonly amountMinor: number;
  readonly amountReceivedMinor: number;
  readonly currency: string;
  readonly status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  readonly seed: PaymentIntentSeed;
  readonly clientSecret: string;
  readonly paymentMethods: readonly PaymentMethodType[];
  readonly chargeIds: readonly string[];
  readonly instrument: Instrument | null;
  readonly payer: Payer;
  readonly lastFailure: PaymentFailure | null;
  readonly canceledAt: number | null;
  readonly pending: PendingPayment | null;
  /** Whom it is collected from, and by which bill, when it belongs to a subscription. */
  readonly customerId?: string;
  readonly invoiceId?: string;
}

/** A payment between attempt and outcome: the card holder must confirm, or the bank must answer by `settlesAt`. */
export type PendingPayment =
  | { readonly kind: 'confirmation'; readonly failure: PaymentFailure | null }
  | { readonly kind: 'bank_debit'; readonly settlesAt: number; readonly failure: PaymentFailure | null };

/** One attempt to move money. */
export interface ChargeRecord {
  readonly id: string;
  readonly created: number;
  readonly paymentIntentId: string;
  readonly amountMinor: number;
  readonly amountRefundedMinor: number;
  readonly currency: string;
  readonly status: 'succeeded' | 'pending' | 'failed';
  readonly description: string | null;
  readonly metadata: Metadata;
  readonly receiptEmail: string | null;
  readonly payer: Payer;
  readonly instrument: Instrument;
  readonly isConfirmed: boolean;
  readonly failure: PaymentFailure | null;
  readonly balanceTransactionId: string | null;
  readonly refundIds: readonly string[];
  /** The customer whose subscription it pays. */
  readonly customerId?: string;
  /** The dispute about it, once there is one. */
  readonly disputeId?: string;
}

/** A movement on the merchant's balance; negative when money leaves. */
export interface BalanceTransactionRecord {
  readonly id: string;
  readonly created: number;
  readonly availableOn: number;
  readonly amountMinor: number;
  readonly feeMinor: number;
  readonly currency: string;
  readonly type: 'charge' | 'payment' | 'refund' | 'payment_refund' | 'refund_failure' | 'adjustment';
  /** What reports count it as, where its type does not tell. */
  readonly reportingCategory?: 'dispute' | 'dispute_reversal';
  readonly sourceId: string;
  readonly description: string | null;
}

/** Money given back. */
export interface RefundRecord {
  readonly id: string;
  readonly created: number;
  readonly amountMinor: number;
  readonly currency: string;
  readonly chargeId: string;
  readonly paymentIntentId: string;
  readonly balanceTransactionId: string;
  readonly metadata: Metadata;
  readonly reason: string | null;
  readonly status: 'succeeded' | 'failed';
  /** What brought the money back after the refund failed. */
  readonly failureBalanceTransactionId?: string;
}

/** An event with the object as it was at that moment, kept as JSON text because there are many. */
export interface EventRecord {
  readonly id: string;
  readonly created: number;
  readonly type: string;
  readonly objectJson: string;
  readonly previousAttributes: Readonly<Record<string, unknown>> | null;
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
  readonly livemode: boolean;
  readonly account: string | null;
  /** Whose event it is; absent for Stripe's. */
  readonly provider?: 'paypal';
  /** A forged event goes out as a webhook but stands in no list. */
  readonly isListed: boolean;
}

/** What is to be sent for one event (same id) and how far that came. Times named `…AtMs` are real time. */
export interface DeliveryRecord {
  readonly id: string;
  readonly status: 'waiting' | 'held' | 'delivered' | 'dropped' | 'given_up';
  readonly created: number;
  readonly attempts: number;
  readonly nextAttemptAtMs: number;
  readonly lastAnswer: string | null;
  /** Successful sendings still to be made; more than one repeats the event. */
  readonly copiesLeft: number;
  readonly tampering: 'wrong_signature' | 'old_timestamp' | null;
  /** Attempts that still go out tampered; those after them are genuine. */
  readonly tamperedLeft: number;
  /** Sandbox second at which a held delivery is let go; null waits for the operator. */
  readonly releaseAt: number | null;
  /** Deliveries held back to be sent in the opposite order. */
  readonly reorderGroup: string | null;
}

/** The stored answer to a call with an idempotency key (the id). */
export interface IdempotencyRecord {
  readonly id: string;
  readonly created: number;
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
}

/** The sandbox's single values, kept under one id. */
export interface SettingRecord {
  readonly id: 'sandbox';
  readonly offsetSeconds: number;
  readonly accountId: string;
  readonly accountCreated: number;
}

/** A fault that waits for the next deliveries or calls that fit it. */
export type FaultRecord = WebhookFaultRecord | ApiFaultRecord;

/** What goes wrong with the webhooks of the next `timesLeft` events, of the named types or of any. */
export interface WebhookFaultRecord {
  readonly id: string;
  readonly target: 'webhook';
  readonly kind: 'drop' | 'never_generate' | 'repeat' | 'delay' | 'reorder' | 'wrong_signature' | 'old_timestamp';
  readonly eventTypes: readonly string[] | null;
  readonly timesLeft: number;
  /** Sendings of a repeated event, deliveries that a reordering collects, or tampered attempts before the genuine one. */
  readonly count: number;
  /** Sandbox seconds that a delay lasts; null holds until released. */
  readonly delaySeconds: number | null;
}

/** What goes wrong with the next `timesLeft` API calls of this method and path. */
export interface ApiFaultRecord {
  readonly id: string;
  readonly target: 'api';
  readonly kind: 'status' | 'slow' | 'cut' | 'odd_json';
  readonly method: string | null;
  /** A path, in which `*` stands for any one segment; null fits every path. */
  readonly path: string | null;
  readonly timesLeft: number;
  readonly moment: 'before_effect' | 'after_effect';
  readonly status: number;
  readonly slowMs: number;
}
