import * as z from 'zod/mini';
import { reversalState } from './receipt.ts';

const decimal = z.number();

const feeTerms = z.object({
  /** The share of the payment, in hundredths of a percent. */
  basisPoints: z.int(),
  fixed: decimal,
  /** The currency of the fixed part. For payments in other currencies, the expected fee is unknown. */
  currency: z.string(),
});

export type FeeTermsResponse = z.infer<typeof feeTerms>;

/** `GET /api/fee-terms`: what the providers are expected to charge for a payment. `paypal` is null if PayPal is not offered. */
export const feeTermsResponse = z.object({ card: feeTerms, paypal: z.nullable(feeTerms) });

/**
 * `GET /api/donations/{id}/split`: the exact division of a charge. `charity` and `serviceFee` add up to `charged`, all in
 * `currency`.
 */
export const splitResponse = z.object({
  charityName: z.string(),
  paidWith: z.enum(['card', 'paypal']),
  currency: z.string(),
  charged: decimal,
  charity: decimal,
  serviceFee: decimal,
  /** The fee that the provider keeps, even after a refund; absent if unknown. `isExpected` until the provider reports the fee. */
  processingFee: z.optional(z.object({ amount: decimal, currency: z.string(), isExpected: z.boolean() })),
  /** Present after a refund or dispute: the parts of `charity` and `serviceFee` that were reversed. */
  reversal: z.optional(z.object({ state: reversalState, charity: decimal, serviceFee: decimal })),
  /** The provider's fee for a dispute; absent if there is none. */
  disputeFee: z.optional(z.object({ amount: decimal, currency: z.string() })),
});

export type SplitResponse = z.infer<typeof splitResponse>;
