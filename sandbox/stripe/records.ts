/** Pairs of strings that a caller attaches to an object. */
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
  /** True if the price is charged every month. */
  readonly isMonthly?: boolean;
}

/** The `subscription_data` of a session, copied to its subscription when the session is paid. */
export interface SubscriptionData {
  readonly description: string | null;
  readonly metadata: Metadata;
}

/** The `payment_intent_data` of a session, copied to its payment intent at the first attempt to pay. */
export interface PaymentIntentData {
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
  readonly hasAdaptivePricing: boolean;
  readonly billingAddressCollection: 'auto' | 'required' | null;
  readonly integrationIdentifier: string | null;
  readonly originContext: string | null;
  readonly allowedPaymentMethods: readonly string[] | null;
  readonly excludedPaymentMethods: readonly string[] | null;
  readonly paymentMethods: readonly PaymentMethodType[];
  readonly paymentIntentSeed: PaymentIntentData;
  readonly paymentIntentId: string | null;
  readonly customer: Payer | null;
  /** Set if the session starts a subscription. The ids below are set when the session is paid. */
  readonly subscriptionSeed?: SubscriptionData;
  readonly customerId?: string;
  readonly subscriptionId?: string;
  readonly invoiceId?: string;
}

/** The person who paid, as entered on the hosted page. */
export interface Payer {
  readonly email: string;
  readonly name: string | null;
}

/** The supported payment methods. `acss_debit` is a Canadian pre-authorized debit, which settles days later. */
export type PaymentMethodType = 'card' | 'acss_debit';

/** The stored data of a card or bank account; never the card number. */
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

/** Why a payment failed: Stripe's codes, and a message for the payer. */
export interface PaymentFailure {
  readonly code: string;
  readonly declineCode: string | null;
  readonly message: string;
}

/** A payment intent. For a renewal, `checkoutSessionId` is the session that started the subscription. */
export interface PaymentIntentRecord {
  readonly id: string;
  readonly created: number;
  readonly checkoutSessionId: string;
  readonly amountMinor: number;
  readonly amountReceivedMinor: number;
  readonly currency: string;
  readonly status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  readonly seed: PaymentIntentData;
  readonly clientSecret: string;
  readonly paymentMethods: readonly PaymentMethodType[];
  readonly chargeIds: readonly string[];
  readonly instrument: Instrument | null;
  readonly payer: Payer;
  readonly lastFailure: PaymentFailure | null;
  readonly canceledAt: number | null;
  readonly pending: PendingPayment | null;
  /** The customer and the invoice that the intent pays; set if it belongs to a subscription. */
  readonly customerId?: string;
  readonly invoiceId?: string;
  /** Names the checkout session, as `order_reference` in the API; absent for a renewal. */
  readonly orderReference?: string;
}

/** A payment that waits for the card holder's confirmation, or for the bank's response at `settlesAt`. */
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
  /** The customer; set if the charge pays for a subscription. */
  readonly customerId?: string;
  /** The dispute about the charge, if there is one. */
  readonly disputeId?: string;
}

/** A change of the merchant's balance; negative when money leaves. */
export interface BalanceTransactionRecord {
  readonly id: string;
  readonly created: number;
  readonly availableOn: number;
  readonly amountMinor: number;
  readonly feeMinor: number;
  readonly currency: string;
  readonly type:
    | 'charge'
    | 'payment'
    | 'refund'
    | 'payment_refund'
    | 'refund_failure'
    | 'adjustment'
    | 'payout'
    | 'payout_failure'
    | 'stripe_fee'
    | 'topup';
  /** Stripe's reporting category, if the type does not decide it. */
  readonly reportingCategory?: 'dispute' | 'dispute_reversal';
  readonly sourceId: string | null;
  readonly description: string | null;
  /** The payout that sent this money to the bank. */
  readonly payoutId?: string;
}

/** A transfer of money to the merchant's bank account, on its way or arrived. */
export interface PayoutRecord {
  readonly id: string;
  readonly created: number;
  readonly arrivesAt: number;
  readonly amountMinor: number;
  readonly currency: string;
  readonly status: 'in_transit' | 'paid' | 'failed';
  readonly balanceTransactionId: string;
  /** The balance transaction that returned the money after the payout failed. */
  readonly failureBalanceTransactionId?: string;
}

/** The payout schedule, and the time up to which daily payouts have been made. */
export interface PayoutScheduleRecord {
  readonly id: 'schedule';
  readonly interval: 'daily' | 'manual';
  readonly doneUntil: number;
}

/** A refund of all or part of a charge. */
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
  /** The balance transaction that returned the money after the refund failed. */
  readonly failureBalanceTransactionId?: string;
}

/** The remembered response to a call; its id is the idempotency key. */
export interface IdempotencyRecord {
  readonly id: string;
  readonly created: number;
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
}

/** A dispute or an inquiry. An inquiry moves no money yet. Amounts are minor units of `currency`. */
export interface DisputeRecord {
  readonly id: string;
  readonly created: number;
  readonly amountMinor: number;
  readonly currency: string;
  readonly chargeId: string;
  readonly paymentIntentId: string;
  readonly reason: string;
  /** The amount withdrawn from the balance, if the exchange rate makes it differ from the disputed amount. */
  readonly withdrawnMinor?: number;
  readonly status:
    | 'warning_needs_response'
    | 'warning_closed'
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost'
    | 'prevented';
  /** The withdrawal and the reinstatement, oldest first; an inquiry has none. */
  readonly balanceTransactionIds: readonly string[];
}

/** A card network's warning that a charge may be fraudulent. */
export interface FraudWarningRecord {
  readonly id: string;
  readonly created: number;
  readonly chargeId: string;
  readonly paymentIntentId: string;
  readonly fraudType: string;
}
