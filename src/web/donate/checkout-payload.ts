import type { CharityAnswer } from '#contract/catalogue.ts';
import type { CheckoutRequest, DonationData } from '#contract/checkout.ts';
import { labelOf, mealsOf, subtotalOf, type Basket } from '#domain/donation/basket.ts';
import { chargeFor, priceOf } from '#domain/donation/pricing.ts';
import { currentRates } from '#domain/money/exchange.ts';
import { toDecimal } from '#domain/money/money.ts';
import type { Frequency } from './draft.ts';

/** A gift that can be paid: something in the basket, and a charity of the list. */
export interface Gift {
  readonly basket: Basket;
  readonly charity: CharityAnswer;
  readonly frequency: Frequency;
}

/** Where the visitor is while giving. */
export interface Place {
  readonly origin: string;
  readonly href: string;
  readonly timeZone: string;
}

/** The body of `POST /api/create-checkout-session` (spec 7): the total in CAD cents, beside the gift in US dollars. */
export const toCheckoutRequest = (gift: Gift, place: Place): CheckoutRequest => ({
  amount: chargeFor(priceOf(subtotalOf(gift.basket)), currentRates).total.amountMinor,
  currency: 'cad',
  donationData: toDonationData(gift),
  successUrl: `${place.origin}/donation-success`,
  cancelUrl: place.href,
  timeZone: place.timeZone,
});

/** The checkout donation payload of a gift (spec 3), in US dollars. */
export function toDonationData({ basket, charity, frequency }: Gift): DonationData {
  const price = priceOf(subtotalOf(basket));
  return {
    amount: toDecimal(price.subtotal),
    mealsProvided: mealsOf(basket),
    charityId: charity.id,
    charityName: charity.name,
    snackName: labelOf(basket),
    customAmount: basket.kind === 'custom',
    recurring: frequency === 'monthly',
    ...stackFields(basket),
    serviceFee: toDecimal(price.serviceFee),
  };
}

/** `stackedSnacks` when there are any, `snackId` only for exactly one snack (spec 3, Checkout donation payload). */
function stackFields(basket: Basket): Pick<DonationData, 'snackId' | 'stackedSnacks'> {
  if (basket.kind !== 'stack') return {};
  const stackedSnacks = basket.items.map(({ id, name, price, meals, quantity }) => ({
    id,
    name,
    price: toDecimal(price),
    mealsProvided: meals,
    quantity,
  }));
  const [first, ...others] = basket.items;
  return first && others.length === 0 ? { snackId: first.id, stackedSnacks } : { stackedSnacks };
}
