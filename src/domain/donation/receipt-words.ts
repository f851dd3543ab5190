import { serviceFeePercent } from './pricing.ts';

/** Names of a receipt's figures: the same on the page, in the email and in the PDF. */
export const receiptWords = {
  amount: 'Amount (USD)',
  serviceFee: `Service Fee (${serviceFeePercent}%)`,
  total: 'Total (USD)',
  charged: { card: 'Charged to your card', paypal: 'Paid with PayPal' },
} as const;
