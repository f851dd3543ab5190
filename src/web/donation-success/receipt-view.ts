import type { ReceiptAnswer, ReversalState } from '#contract/receipt.ts';
import { baseCurrency, isCurrencyCode } from '#domain/money/currency.ts';
import { formatMoney } from '#domain/money/format.ts';
import { fromDecimal } from '#domain/money/money.ts';
import type { SuccessQuery } from './success-query.ts';

/** A receipt as the page prints it. */
export interface ReceiptView {
  readonly isConfirmed: boolean;
  /** Whether a monthly gift paid it. */
  readonly isMonthly: boolean;
  /** What was given: a snack's name, Stacked Snacks, Custom Donation; empty when nobody confirmed it. */
  readonly label: string;
  readonly meals: number;
  readonly amount: string;
  readonly recipient: string;
  readonly date: string;
  readonly transactionId: string;
  /** Where the mail with the receipt is, for the gift's owner; undefined when there is none to speak of. */
  readonly mail: ReceiptAnswer['receiptMail'];
  /** Only on a confirmed receipt: an unconfirmed one has nothing but its amount. */
  readonly lines:
    | {
        readonly serviceFee: string;
        readonly total: string;
        readonly charged: string;
        readonly chargedParts: string;
        readonly paidWith: 'card' | 'paypal';
        /** What went back of it, and under which name; absent while nothing did. */
        readonly gone?: { readonly name: string; readonly amount: string };
      }
    | undefined;
}

/** The receipt of a gift that the server confirmed: every figure is the server's. */
export function confirmedReceipt(receipt: ReceiptAnswer): ReceiptView {
  const { charged } = receipt;
  return {
    isConfirmed: true,
    isMonthly: receipt.recurring,
    label: receipt.recurring ? `${receipt.snackName}, monthly` : receipt.snackName,
    meals: receipt.mealsProvided,
    amount: show(receipt.amount),
    recipient: receipt.charityName,
    date: showDate(new Date(receipt.donationDate)),
    transactionId: receipt.id,
    mail: receipt.receiptMail,
    lines: {
      serviceFee: show(receipt.serviceFee),
      total: show(receipt.total),
      charged: show(charged.total, charged.currency),
      paidWith: receipt.paidWith ?? 'card',
      chargedParts: `${show(charged.subtotal, charged.currency)} donation + ${show(charged.serviceFee, charged.currency)} fee`,
      ...goneOf(receipt),
    },
  };
}

const goneName = {
  refunded: 'Refunded',
  partly_refunded: 'Partly refunded',
  disputed: 'Disputed by your bank',
} as const satisfies Record<ReversalState, string>;

function goneOf({ reversal, charged }: ReceiptAnswer): Pick<NonNullable<ReceiptView['lines']>, 'gone'> {
  if (!reversal) return {};
  return { gone: { name: goneName[reversal.state], amount: `−${show(reversal.charged, charged.currency)}` } };
}

/** The receipt of a gift that only the address speaks of. */
export const unconfirmedReceipt = (query: SuccessQuery, transactionId: string, today: Date): ReceiptView => ({
  isConfirmed: false,
  isMonthly: false,
  label: '',
  meals: query.meals,
  amount: formatMoney(query.amount),
  recipient: query.charityName,
  date: showDate(today),
  transactionId,
  mail: undefined,
  lines: undefined,
});

function show(decimal: number, currency: string = baseCurrency): string {
  const amount = isCurrencyCode(currency) ? fromDecimal(decimal, currency) : undefined;
  if (!amount) throw new RangeError(`${decimal} ${currency} is no amount that a receipt can show`);
  return formatMoney(amount);
}

/** en-US with a short month (spec 9), in the visitor's own time zone: `Nov 21, 2026`. */
const showDate = (date: Date): string =>
  date.toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
