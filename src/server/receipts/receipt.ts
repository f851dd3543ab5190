import type { ReceiptContent } from '#domain/mail/mail.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import { basePriceOf, chargeOf } from '#server/db/row-money.ts';
import type { DonationRow } from '#server/db/tables.ts';

/** What the receipt says, as email and as PDF. It does not name the donor. */
export type Receipt = Omit<ReceiptContent, 'reader'>;

export function receiptOf(
  row: DonationRow & { readonly charity_name: string; readonly provider: PaymentProvider },
): Receipt {
  const price = basePriceOf(row);
  return {
    transactionId: row.id,
    charityName: row.charity_name,
    label: row.label,
    meals: row.meals,
    isMonthly: row.is_recurring === 1,
    amount: price.subtotal,
    serviceFee: price.serviceFee,
    total: price.total,
    charged: chargeOf(row).total,
    paidWith: row.provider === 'paypal' ? 'paypal' : 'card',
    donatedAt: new Date(row.donated_at),
    timeZone: row.time_zone,
  };
}
