import * as z from 'zod/mini';
import { donationDataSchema, pricedWithSchema } from './checkout.ts';

export const paypalSentences = {
  amountInvalid: 'Please select a snack or enter a valid donation amount',
  currencyInvalid: 'PayPal does not accept this currency',
  intentInvalid: 'The intent must be "capture"',
  orderUnknown: 'This order does not exist.',
  orderNotApproved: 'This order has not been approved yet.',
  payerActionRequired:
    'PayPal needs you to confirm this payment again. Nothing was charged. Please press the button to go back to PayPal.',
  orderIncomplete: 'This order has no donation, so it cannot be captured.',
  declined: 'PayPal declined this payment. Nothing was charged. Please try again or choose another way to pay.',
  unavailable: 'PayPal cannot be reached at the moment. Nothing was charged. Please try again.',
  captureWithoutResponse:
    'PayPal has not responded, so we do not yet know whether you were charged. Please try again; you will not be charged twice.',
  notOffered: 'PayPal is not available here.',
} as const;

/**
 * `GET /paypal/setup` (spec 7): the settings for PayPal's browser script. `webSdkUrl` is the URL from which the script is loaded,
 * without a trailing slash.
 */
export const paypalSetupResponse = z.object({ clientToken: z.string(), webSdkUrl: z.string() });

/** The donation behind the order. Our own page sends it, and the order is created for exactly this donation. */
const orderDonation = z.object({ ...donationDataSchema.shape, recurring: z.optional(z.literal(false)) });

/**
 * `POST /paypal/order` (spec 3, PayPal order request): `amount` is the total in `currency`, as decimal text or a number. It
 * must match `donationData` (spec-readings, The wire). Without `donationData`, the order is created for the amount, but its
 * capture is refused.
 */
export const paypalOrderRequest = z.object({
  amount: z.union([z.number(), z.string().check(z.maxLength(40))], { error: paypalSentences.amountInvalid }),
  currency: z.string({ error: paypalSentences.currencyInvalid }).check(z.maxLength(10)),
  intent: z.string({ error: paypalSentences.intentInvalid }).check(z.maxLength(20)),
  donationData: z.optional(z.nullable(orderDonation)),
  timeZone: z.optional(z.string()),
  pricedWith: z.optional(pricedWithSchema),
});

export type PayPalOrderRequest = z.infer<typeof paypalOrderRequest>;

/** PayPal's order id. */
export const paypalOrderResponse = z.object({ id: z.string() });

/**
 * `POST /paypal/order/{orderId}/capture`: the payment's status and its thank-you page. A `processing`
 * payment settles later.
 */
export const paypalCaptureResponse = z.object({
  id: z.string(),
  status: z.enum(['settled', 'processing']),
  url: z.string(),
});

export type PayPalCaptureResponse = z.infer<typeof paypalCaptureResponse>;
