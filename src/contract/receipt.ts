import * as z from 'zod/mini';

const decimal = z.number();

/** The state of a donation with a refund or dispute. */
export const reversalState = z.enum(['refunded', 'partly_refunded', 'disputed']);

export type ReversalState = z.infer<typeof reversalState>;

export const priceLines = z.object({ subtotal: decimal, serviceFee: decimal, total: decimal, currency: z.string() });

/**
 * `GET /api/donations/{id}/receipt`: the public receipt of a donation. `amount`, `serviceFee` and `total` are in US dollars.
 * `charged` is what the donor paid by card or PayPal. Nothing in the receipt identifies the donor.
 */
export const receiptResponse = z.object({
  id: z.string(),
  status: z.literal('settled'),
  amount: decimal,
  serviceFee: decimal,
  total: decimal,
  charged: priceLines,
  paidWith: z.optional(z.enum(['card', 'paypal'])),
  mealsProvided: z.int(),
  charityName: z.string(),
  snackName: z.string(),
  recurring: z.boolean(),
  donationDate: z.string(),
  /** The donor's day, YYYY-MM-DD. */
  day: z.string(),
  /** Present after a refund or dispute; its `charged` is the part of `charged.total` that was reversed. */
  reversal: z.optional(z.object({ state: reversalState, charged: decimal })),
  /** The state of the email with the receipt (spec-readings, Mail). */
  receiptMail: z.optional(z.enum(['on_its_way', 'sent', 'not_possible'])),
  /** The destination of the email: the account's address (stated only to the donation's owner), or the one typed when paying. */
  receiptMailTo: z.optional(z.enum(['account', 'payer'])),
});

export type ReceiptResponse = z.infer<typeof receiptResponse>;

/**
 * `POST /api/donations/{id}/confirm`: the payment's status. While the payment is open, the server asks the provider. When the
 * status is `settled`, the receipt is available.
 */
export const confirmResponse = z.object({ status: z.enum(['pending', 'processing', 'settled', 'failed', 'expired']) });

export type ConfirmResponse = z.infer<typeof confirmResponse>;

/** Used both for an unknown id and for a receipt that the caller may not see (spec-readings, The wire). */
export const receiptNotFound = 'This payment is not confirmed.';
