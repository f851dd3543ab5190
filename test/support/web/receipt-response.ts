import type { DonationResponse } from '#contract/donor.ts';
import type { ReceiptResponse } from '#contract/receipt.ts';

/** Returns the server's response for the receipt of two coffees for Maple Pantry. */
export const aReceipt = (changes: Partial<ReceiptResponse> = {}): ReceiptResponse => ({
  id: 'don_5f3a',
  status: 'settled',
  amount: 7,
  serviceFee: 0.7,
  total: 7.7,
  charged: { subtotal: 9.52, serviceFee: 0.95, total: 10.47, currency: 'CAD' },
  mealsProvided: 6,
  charityName: 'Maple Pantry',
  snackName: 'Coffee',
  recurring: false,
  donationDate: '2026-11-21T23:00:00.000Z',
  day: '2026-11-22', // in the donor's time zone
  ...changes,
});

/** Returns the same donation as the donor's history lists it. */
export const inHistory = (receipt: ReceiptResponse): DonationResponse => ({
  id: receipt.id,
  snackName: receipt.snackName,
  charityName: receipt.charityName,
  amount: receipt.amount,
  mealsProvided: receipt.mealsProvided,
  donationDate: receipt.donationDate,
  day: receipt.day,
  recurring: receipt.recurring,
});
