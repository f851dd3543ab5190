import * as z from 'zod/mini';
import { baseCurrency, isCurrencyCode } from '#domain/money/currency.ts';
import { fromDecimal, toDecimal, type Money } from '#domain/money/money.ts';

/** Why a checkout is refused (spec 5; `pricesChanged`: spec-readings, Money). */
export const checkoutSentences = {
  charityMissing: 'Please select a charity to donate to',
  charityUnknown: 'Please select a valid charity',
  charityRetired: 'This charity no longer takes donations. Nothing was charged. Please choose another one.',
  amountInvalid: 'Please select a snack or enter a valid donation amount',
  quantityInvalid: 'Please choose between 1 and 100 of each snack',
  currencyInvalid: 'Card payments are made in Canadian dollars (currency "cad")',
  addressInvalid: 'The return addresses must be pages of this site',
  pricesChanged: 'Prices have changed. Please review your donation and try again.',
  alreadyPaid:
    'This donation has already been paid, in another browser or account. To donate again, please try once more.',
  signInForMonthly: 'Please sign in to give monthly',
  providerUnavailable: 'Unable to process payment. Please try again.',
} as const;

/** Why no donation can be paid for now. Only the server loads these sentences; the browser shows what the server sends. */
export const barrierSentences = {
  signInToDonate: 'Please sign in to donate. For now we ask everyone to do so, to protect against card fraud.',
  tooManyDeclines:
    'Too many payments from your connection were declined, so you cannot start another one for now. Please try again later.',
} as const;

const decimalAmount = z.number({ error: checkoutSentences.amountInvalid });
const quantity = z.int({ error: checkoutSentences.quantityInvalid }).check(
  z.gte(1, { error: checkoutSentences.quantityInvalid }),
  z.lte(100, { error: checkoutSentences.quantityInvalid }), // spec-readings, The wire: 1 to 100 of each item
);

/** One snack of a basket. The server compares its price and meals with the catalogue. */
export const stackItemSchema = z.object({
  id: z.int({ error: checkoutSentences.amountInvalid }),
  name: z.optional(z.string()),
  price: decimalAmount,
  mealsProvided: z.optional(z.number()),
  quantity,
});

/** A custom amount as typed, in a currency other than US dollars (spec-readings, The wire). */
export const enteredAmount = z.object({
  amount: decimalAmount,
  currency: z.string({ error: checkoutSentences.amountInvalid }),
});

/**
 * The donation in a checkout request (spec 3). Names are for display and are never compared. The server compares the figures with
 * its own and uses only its own.
 */
export const donationDataSchema = z.object({
  amount: decimalAmount,
  mealsProvided: z.optional(z.number()),
  charityId: z.int({ error: checkoutSentences.charityMissing }),
  charityName: z.optional(z.string()),
  snackName: z.optional(z.string()),
  customAmount: z.optional(z.boolean()),
  customAmountEntered: z.optional(enteredAmount),
  recurring: z.optional(z.boolean()),
  snackId: z.optional(z.nullable(z.int({ error: checkoutSentences.amountInvalid }))),
  stackedSnacks: z.optional(
    z.array(stackItemSchema).check(z.maxLength(50, { error: checkoutSentences.amountInvalid })),
  ),
  serviceFee: z.optional(decimalAmount),
});

export type DonationData = z.infer<typeof donationDataSchema>;

/** The fields of a request that carry a custom amount. `amount` is in US dollars. */
type CustomAmount = Pick<DonationData, 'amount' | 'customAmountEntered'>;

/** Returns the fields for a custom amount: `amount` in US dollars, and the amount as typed, unless it was typed in US dollars. */
export const customAmountFields = (entered: Money, inDollars: Money): CustomAmount => ({
  amount: toDecimal(inDollars),
  ...(entered.currency === baseCurrency
    ? {}
    : { customAmountEntered: { amount: toDecimal(entered), currency: entered.currency } }),
});

/** Reads the custom amount of a request, as typed; `undefined` for an unknown currency or a fraction of its minor unit. */
export function readCustomAmountFields({ amount, customAmountEntered }: CustomAmount): Money | undefined {
  if (!customAmountEntered) return fromDecimal(amount, baseCurrency);
  const currency = customAmountEntered.currency.toUpperCase();
  return isCurrencyCode(currency) ? fromDecimal(customAmountEntered.amount, currency) : undefined;
}

/**
 * The numbers of the published versions that a page was priced with. Checkout honors a version for 30 minutes after another one
 * has replaced it, and ignores the number of any other version.
 */
export const pricedWithSchema = z.object({
  /** `version` of `GET /api/rates`. */
  rates: z.optional(z.int()),
  /** The `Content-Version` header of `GET /api/snacks`. */
  catalogue: z.optional(z.int()),
});

/**
 * `POST /api/create-checkout-session` (spec 7): `amount` is the total in CAD cents. Our own page adds `timeZone` and
 * `pricedWith`.
 */
export const checkoutRequest = z.object({
  amount: z.int({ error: checkoutSentences.amountInvalid }),
  currency: z.string({ error: checkoutSentences.currencyInvalid }),
  donationData: donationDataSchema,
  successUrl: z
    .string({ error: checkoutSentences.addressInvalid })
    .check(z.maxLength(2000, { error: checkoutSentences.addressInvalid })),
  cancelUrl: z
    .string({ error: checkoutSentences.addressInvalid })
    .check(z.maxLength(4000, { error: checkoutSentences.addressInvalid })),
  timeZone: z.optional(z.string()),
  pricedWith: z.optional(pricedWithSchema),
});

export type CheckoutRequest = z.infer<typeof checkoutRequest>;

/** The page to open in the browser. `isSettled`: the checkout is already paid, and `url` is its thank-you page. */
export const checkoutResponse = z.object({ url: z.string(), isSettled: z.optional(z.boolean()) });
