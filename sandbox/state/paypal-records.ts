/** Money as PayPal writes it: a decimal text with the decimals of its currency. */
export interface PayPalMoney {
  readonly currency_code: string;
  readonly value: string;
}

/** How the payer's side of an order will end once it is captured; chosen on the approval page. */
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
  readonly captureId: string | null;
}

/** Money taken for an order, or on its way. */
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
  /** Sandbox second at which an eCheck clears or bounces; null when nothing is open. */
  readonly settlesAt: number | null;
  readonly clears: boolean;
}

/** Money given back. */
export interface PayPalRefundRecord {
  readonly id: string;
  readonly created: number;
  readonly captureId: string;
  readonly amount: PayPalMoney;
  readonly customId: string | null;
  readonly invoiceId: string | null;
  readonly note: string | null;
}

/** The answer kept for a `PayPal-Request-Id` (the id, behind the path that it was sent to). */
export interface PayPalAnswerRecord {
  readonly id: string;
  readonly created: number;
  readonly status: number;
  readonly body: string;
}
