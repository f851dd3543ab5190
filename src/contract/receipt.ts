import * as z from 'zod/mini';

const decimal = z.number();

/** How a donation stands of which money went back, or which a bank disputes. */
export const reversalState = z.enum(['refunded', 'partly_refunded', 'disputed']);

/** How a donation stands on the wire. */
export type ReversalState = z.infer<typeof reversalState>;

/** Three lines in one currency, as decimals. */
export const priceLines = z.object({ subtotal: decimal, serviceFee: decimal, total: decimal, currency: z.string() });

/**
 * `GET /api/donations/{id}/receipt`: the public receipt of a paid donation. `amount`, `serviceFee` and `total` are US
 * dollars; `charged` is what the card or PayPal paid. Says nothing about who gave.
 */
export const receiptAnswer = z.object({
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
  /** Present when money of it went back, or is disputed: how it stands, and how much of `charged.total` is gone. */
  reversal: z.optional(z.object({ state: reversalState, charged: decimal })),
  /** Where the mail with the receipt is, told to the donor who owns it alone (rulings: the words follow the truth). */
  receiptMail: z.optional(z.enum(['on_its_way', 'sent', 'not_possible'])),
});

/** A receipt on the wire. */
export type ReceiptAnswer = z.infer<typeof receiptAnswer>;

/**
 * `POST /api/donations/{id}/confirm`: where a payment stands, after asking the provider when we do not know yet.
 * `settled` means that the receipt can be read.
 */
export const confirmAnswer = z.object({ status: z.enum(['pending', 'processing', 'settled', 'failed', 'expired']) });

/** The answer to a confirmation on the wire. */
export type ConfirmAnswer = z.infer<typeof confirmAnswer>;

/** The sentence for an id that no receipt is shown for, unknown or not ours to show (rulings, The wire). */
export const receiptNotFound = 'This payment is not confirmed.';
