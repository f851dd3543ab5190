import { calendarDay } from '#domain/donation/calendar-day.ts';
import type { ProofContent } from '#domain/mail/mail.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import { filePrefixOf } from '#domain/words/name-forms.ts';
import type { Sender } from '#domain/words/words.ts';
import { basePriceOf, chargeOf } from '#server/db/row-money.ts';
import type { DonationRow } from '#server/db/tables.ts';
import type { Receipt } from '#server/pdf/documents/receipt.ts';

/** Returns how a donor paid, by the provider of the payment. */
export const paidWithOf = (provider: PaymentProvider): Receipt['paidWith'] =>
  provider === 'paypal' ? 'paypal' : 'card';

export function receiptOf(
  row: DonationRow & { readonly charity_name: string; readonly provider: PaymentProvider },
  proof: ProofContent | undefined,
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
    paidWith: paidWithOf(row.provider),
    donatedAt: new Date(row.donated_at),
    timeZone: row.time_zone,
    proof,
  };
}

/** Returns a name with the date, to sort files by day, and the end of the id, to distinguish donations of one day. */
export const receiptFileName = (receipt: Receipt, sender: Sender): string => `${fileStem(receipt, sender)}.pdf`;

export const proofFileName = (receipt: Receipt, sender: Sender): string => `${fileStem(receipt, sender)}-proof.json`;

const fileStem = ({ donatedAt, timeZone, transactionId }: Receipt, { name }: Sender): string =>
  `${filePrefixOf(name)}-receipt-${calendarDay(donatedAt, timeZone)}-${transactionId.slice(-6)}`;
