import { randomBytes, randomInt } from 'node:crypto';

/** Money as PayPal writes it: a decimal string with the decimals of its currency. */
export interface PayPalMoney {
  readonly currency_code: string;
  readonly value: string;
}

/**
 * The payer's means of payment, chosen on the approval page. It decides how the capture ends. After `declined` the order stays
 * approved; after `declined_once` and `action_required` the payer must approve again. `slow` takes 6 seconds, `very_slow` 15.
 */
export const payPalFundings = [
  'balance',
  'declined_once',
  'declined',
  'action_required',
  'slow',
  'very_slow',
  'echeck',
  'echeck_denied',
] as const;

export type PayPalFunding = (typeof payPalFundings)[number];

/** The ids of the merchant's account and of every payer's: 13 letters and digits, without 0, 1, I and O. */
export const merchantId = 'SANDBXMERCH22';
export const payerId = 'TESTPAYER2345';

/** An order with its one purchase unit. Times are sandbox seconds. */
export interface PayPalOrderRecord {
  readonly id: string;
  readonly created: number;
  readonly updated: number;
  readonly status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  readonly amount: PayPalMoney;
  readonly breakdown: Readonly<Record<string, PayPalMoney>> | null;
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly referenceId: string;
  readonly description: string | null;
  readonly customId: string | null;
  readonly invoiceId: string | null;
  /** True if the order was created with a `payment_source`: PayPal then responds with another status and other links. */
  readonly hasPaymentSource: boolean;
  readonly funding: PayPalFunding | null;
  /** The address of the payer's PayPal account; null until the order is approved. */
  readonly payerEmail: string | null;
  readonly captureId: string | null;
  /** The slow capture that is running. */
  readonly runningCapture: RunningCapture | null;
}

/** A capture that takes a while. Until it ends, other calls for its order are refused. */
export interface RunningCapture {
  /** Sandbox second at which the capture ends. */
  readonly endsAt: number;
  readonly call: RememberedCall;
}

/** A capture: the collected or pending payment of an order. */
export interface PayPalCaptureRecord {
  readonly id: string;
  readonly created: number;
  readonly updated: number;
  readonly orderId: string;
  readonly status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED';
  readonly amount: PayPalMoney;
  readonly fee: PayPalMoney;
  readonly refunded: PayPalMoney;
  readonly customId: string | null;
  readonly invoiceId: string | null;
  readonly refundIds: readonly string[];
  /** Sandbox second at which an eCheck clears or bounces; null when none is pending. */
  readonly settlesAt: number | null;
  /** Sandbox second at which an eCheck cleared. */
  readonly clearedAt?: number;
  readonly clears: boolean;
}

/** A refund of all or part of a capture. */
export interface PayPalRefundRecord {
  readonly id: string;
  readonly created: number;
  readonly captureId: string;
  readonly amount: PayPalMoney;
  /** What this refund and earlier ones took from the capture. */
  readonly totalRefunded: PayPalMoney;
  readonly customId: string | null;
  readonly invoiceId: string | null;
  readonly note: string | null;
}

/** A payer's dispute about a capture. Times are sandbox seconds. */
export interface PayPalDisputeRecord {
  readonly id: string;
  readonly created: number;
  readonly updated: number;
  readonly captureId: string;
  readonly amount: PayPalMoney;
  readonly stage: 'INQUIRY' | 'CHARGEBACK';
  readonly status: 'WAITING_FOR_SELLER_RESPONSE' | 'RESOLVED';
  readonly outcome: { readonly code: string; readonly refunded: PayPalMoney } | null;
  /** The movements in the merchant's account, oldest first. */
  readonly movements: readonly PayPalMovementRecord[];
  /** True if responses and messages list the movements. PayPal does not promise that they do. */
  readonly listsMovements: boolean;
}

export interface PayPalMovementRecord {
  readonly at: number;
  readonly type: 'DEBIT' | 'CREDIT';
  readonly reason: 'DISPUTE_SETTLEMENT' | 'CHARGEBACK_FEE';
  readonly amount: PayPalMoney;
}

/** The properties of a call by which a repetition is recognized, and the form of its response. */
export interface RememberedCall {
  /** The path and the `PayPal-Request-Id`; null if the call has no such id. */
  readonly answerId: string | null;
  /** The body of the call. */
  readonly bodyText: string;
  /** True if the caller wants the whole resource (`Prefer: return=representation`), not only its id, status and links. */
  readonly isWhole: boolean;
}

/** The remembered response to a call; its id is the path and the `PayPal-Request-Id`. */
export interface PayPalResponseRecord {
  readonly id: string;
  readonly created: number;
  readonly bodyText: string;
  readonly status: number;
  readonly body: string;
}

const alphabet = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** An id as PayPal writes it: 17 capital letters and digits. */
export const newPayPalId = (): string =>
  [...randomBytes(17)].map((byte) => alphabet[byte % alphabet.length] ?? '').join('');

/** The id of a dispute. */
export const newPayPalDisputeId = (): string => `PP-D-${randomInt(10_000, 100_000_000)}`;

/** The id of an event. */
export const newPayPalEventId = (): string => `WH-${newPayPalId()}-${newPayPalId()}`;
