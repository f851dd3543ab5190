import type { ReceiptResponse, ReversalState } from '#contract/receipt.ts';
import { baseCurrency, isCurrencyCode } from '#domain/money/currency.ts';
import { fromDecimal, type Money } from '#domain/money/money.ts';
import { formatCalendarDay, formatDay } from '#web/ui/format-date.ts';
import type { SuccessQuery } from './success-query.ts';

/** A receipt, formatted for the page. */
export interface ReceiptView {
  readonly isConfirmed: boolean;
  readonly isMonthly: boolean;
  /** The donation's label: a snack's name, Stacked Snacks or Custom Donation; empty on an unconfirmed receipt. */
  readonly snackName: string;
  readonly meals: number;
  readonly amount: string;
  readonly recipient: string;
  readonly date: string;
  readonly transactionId: string;
  readonly mail: ReceiptMailView | undefined;
  /** Undefined on an unconfirmed receipt, which has only its amount. */
  readonly lines: ReceiptLines | undefined;
}

/** The status of the emailed receipt, and whose address it goes to: the account's, or the one typed when paying. */
export interface ReceiptMailView {
  readonly state: NonNullable<ReceiptResponse['receiptMail']>;
  readonly to: NonNullable<ReceiptResponse['receiptMailTo']>;
}

/** What was charged, and what was refunded or disputed since. */
export interface ReceiptLines {
  readonly serviceFee: string;
  readonly total: string;
  readonly charged: string;
  readonly chargedParts: string;
  readonly paidWith: 'card' | 'paypal';
  readonly reversal: { readonly name: string; readonly amount: string } | undefined;
}

/** Formats the receipt of a confirmed donation. Every figure is the server's. */
export function confirmedReceipt(receipt: ReceiptResponse, format: (amount: Money) => string): ReceiptView {
  const dollars = (decimal: number): string => format(toMoney(decimal, baseCurrency));
  const charge = (decimal: number): string => format(toMoney(decimal, receipt.charged.currency));
  const { charged, reversal } = receipt;
  return {
    isConfirmed: true,
    isMonthly: receipt.recurring,
    snackName: receipt.snackName,
    meals: receipt.mealsProvided,
    amount: dollars(receipt.amount),
    recipient: receipt.charityName,
    date: formatCalendarDay(receipt.day),
    transactionId: receipt.id,
    mail: mailOf(receipt),
    lines: {
      serviceFee: dollars(receipt.serviceFee),
      total: dollars(receipt.total),
      charged: charge(charged.total),
      chargedParts: `${charge(charged.subtotal)} donation + ${charge(charged.serviceFee)} fee`,
      paidWith: receipt.paidWith ?? 'card',
      reversal: reversal && { name: reversalNames[reversal.state], amount: `−${charge(reversal.charged)}` },
    },
  };
}

const mailOf = ({ receiptMail: state, receiptMailTo: to }: ReceiptResponse): ReceiptMailView | undefined =>
  state && to && { state, to };

const reversalNames = {
  refunded: 'Refunded',
  partly_refunded: 'Partly refunded',
  disputed: 'Disputed by your bank',
} as const satisfies Record<ReversalState, string>;

function toMoney(decimal: number, currency: string): Money {
  const amount = isCurrencyCode(currency) ? fromDecimal(decimal, currency) : undefined;
  if (!amount) throw new RangeError(`${decimal} ${currency} is not a valid amount`);
  return amount;
}

/** Formats the receipt of a donation that is known only from the page's address. */
export const unconfirmedReceipt = (
  query: SuccessQuery,
  transactionId: string,
  today: Date,
  format: (amount: Money) => string,
): ReceiptView => ({
  isConfirmed: false,
  isMonthly: false,
  snackName: '',
  meals: query.meals,
  amount: format(query.amount),
  recipient: query.charityName,
  date: formatDay(today),
  transactionId,
  mail: undefined,
  lines: undefined,
});
