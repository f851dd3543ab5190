import type { ReceiptContent } from '#domain/mail/mail.ts';
import { money } from '#domain/money/money.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { DonationRow } from '#server/db/tables.ts';
import { knownCurrency } from './known-currency.ts';

/** What a receipt tells of a gift, by mail and on paper; nothing of who gave. */
export type GiftReceipt = Omit<ReceiptContent, 'donorName' | 'historyUrl'>;

/** The receipt of a donation as its row holds it. */
export function giftReceipt(
  row: DonationRow & { readonly charity_name: string; readonly provider: PaymentProvider },
): GiftReceipt {
  const currency = knownCurrency(row.currency);
  return {
    transactionId: row.id,
    charityName: row.charity_name,
    label: row.label,
    meals: row.meals,
    isMonthly: row.is_recurring === 1,
    amount: money(row.amount_minor, currency),
    serviceFee: money(row.service_fee_minor, currency),
    total: money(row.amount_minor + row.service_fee_minor, currency),
    charged: money(row.charge_total_minor, knownCurrency(row.charge_currency)),
    paidWith: row.provider === 'paypal' ? 'paypal' : 'card',
    donatedAt: new Date(row.donated_at),
    timeZone: row.time_zone,
  };
}
