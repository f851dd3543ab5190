import { randomBytes } from 'node:crypto';

/** Money as PayPal writes it: a decimal string with the decimals of its currency. */
export interface PayPalMoney {
  readonly currency_code: string;
  readonly value: string;
}

/** How the payer pays, chosen on the approval page. It decides how the capture ends. */
export type PayPalFunding = 'balance' | 'declined_once' | 'echeck' | 'echeck_denied';

/** An order with its one purchase unit. Times are sandbox seconds. */
export interface PayPalOrderRecord {
  readonly id: string;
  readonly created: number;
  readonly updated: number;
  readonly status: 'CREATED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  readonly amount: PayPalMoney;
  readonly breakdown: Readonly<Record<string, PayPalMoney>> | null;
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly referenceId: string;
  readonly description: string | null;
  readonly customId: string | null;
  readonly invoiceId: string | null;
  readonly returnUrl: string | null;
  readonly cancelUrl: string | null;
  readonly funding: PayPalFunding | null;
  /** The address of the payer's PayPal account; null until the order is approved. */
  readonly payerEmail: string | null;
  readonly captureId: string | null;
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
  readonly clears: boolean;
}

/** A refund of all or part of a capture. */
export interface PayPalRefundRecord {
  readonly id: string;
  readonly created: number;
  readonly captureId: string;
  readonly amount: PayPalMoney;
  readonly customId: string | null;
  readonly invoiceId: string | null;
  readonly note: string | null;
}

/** The remembered answer to a call; its id is the path and the `PayPal-Request-Id`. */
export interface PayPalAnswerRecord {
  readonly id: string;
  readonly created: number;
  readonly status: number;
  readonly body: string;
}

const alphabet = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** An id as PayPal writes it: 17 capital letters and digits. */
export const newPayPalId = (): string =>
  [...randomBytes(17)].map((byte) => alphabet[byte % alphabet.length] ?? '').join('');

/** The id of an event. */
export const newPayPalEventId = (): string => `WH-${newPayPalId()}-${newPayPalId()}`;
