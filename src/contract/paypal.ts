import * as z from 'zod/mini';
import { donationDataSchema } from './checkout.ts';

/** The sentences around a payment by PayPal. */
export const paypalSentences = {
  amountInvalid: 'Please select a snack or enter a valid donation amount',
  currencyInvalid: 'PayPal cannot settle this currency',
  intentInvalid: 'The intent must be "capture"',
  orderUnknown: 'There is no such order.',
  orderNotApproved: 'This order has not been approved yet.',
  orderIncomplete: 'This order names no donation, so it cannot be captured.',
  declined: 'PayPal declined this payment. Nothing was charged. Please try again or choose another way to pay.',
  unavailable: 'PayPal cannot be reached at the moment. Nothing was charged. Please try again.',
  captureUnanswered:
    'PayPal has not answered, so we do not know yet whether you were charged. Please try again: nobody is charged twice.',
  notOffered: 'PayPal is not offered here.',
} as const;

/**
 * `GET /paypal/setup` (spec 7): what PayPal's script in the page needs. `webSdkUrl` is where that script comes from,
 * without a slash at the end.
 */
export const paypalSetupAnswer = z.object({ clientToken: z.string(), webSdkUrl: z.string() });

/** What our own page adds to the checkout's donation: the order is made for exactly this gift. */
const orderDonation = z.object({ ...donationDataSchema.shape, recurring: z.optional(z.literal(false)) });

/**
 * `POST /paypal/order` (spec 3, PayPal order request): `amount` is the total in `currency`, as decimal text or number. The
 * page's donation comes beside it; figures that do not fit together are refused (rulings, PayPal). Without it an order is
 * made for the amount, and its capture is refused.
 */
export const paypalOrderRequest = z.object({
  amount: z.union([z.number(), z.string().check(z.maxLength(40))], { error: paypalSentences.amountInvalid }),
  currency: z.string({ error: paypalSentences.currencyInvalid }).check(z.maxLength(10)),
  intent: z.string({ error: paypalSentences.intentInvalid }).check(z.maxLength(20)),
  donationData: z.optional(z.nullable(orderDonation)),
  timeZone: z.optional(z.string()),
});

/** An order that PayPal's page asks for. */
export type PayPalOrderRequest = z.infer<typeof paypalOrderRequest>;

/** PayPal's id of the order. */
export const paypalOrderAnswer = z.object({ id: z.string() });

/**
 * `POST /paypal/order/{orderId}/capture`: where the payment stands and the thank-you page to go to. `processing` is money
 * on its way, which settles later.
 */
export const paypalCaptureAnswer = z.object({
  id: z.string(),
  status: z.enum(['settled', 'processing']),
  url: z.string(),
});

/** The answer to a capture on the wire. */
export type PayPalCaptureAnswer = z.infer<typeof paypalCaptureAnswer>;
