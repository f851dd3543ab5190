import type { CharityResponse } from '#contract/catalogue.ts';
import { checkoutSentences, customAmountFields, type CheckoutRequest, type DonationData } from '#contract/checkout.ts';
import { labelOf, mealsOf, subtotalOf, type Basket } from '#domain/donation/basket.ts';
import { priceIn } from '#domain/donation/pricing.ts';
import { baseCurrency, chargeCurrency } from '#domain/money/currency.ts';
import type { RateTable } from '#domain/money/exchange.ts';
import { toDecimal } from '#domain/money/money.ts';
import type { Draft, Frequency } from '../draft/draft.ts';

/** A draft that can be paid: its basket is not empty, and its charity is in the list. */
export interface CompleteDraft {
  readonly basket: Basket;
  readonly charity: CharityResponse;
  readonly frequency: Frequency;
}

/** A complete draft, or the toast that says what is missing. */
type CheckedDraft =
  | { readonly code: 'ok'; readonly draft: CompleteDraft }
  | { readonly code: 'incomplete'; readonly title: string; readonly description: string };

/** Checks a draft before it is sent, in the spec's order (spec 5, Donate). */
export function checkDraft(draft: Draft, charities: readonly CharityResponse[], rates: RateTable): CheckedDraft {
  if (typeof draft.charityId !== 'number') return incomplete('Selection Required', checkoutSentences.charityMissing);
  if (subtotalOf(draft.basket, rates).amountMinor <= 0)
    return incomplete('Invalid Amount', checkoutSentences.amountInvalid);
  const charity = charities.find((candidate) => candidate.id === draft.charityId);
  if (!charity) return incomplete('Invalid Charity', checkoutSentences.charityUnknown);
  return { code: 'ok', draft: { basket: draft.basket, charity, frequency: draft.frequency } };
}

const incomplete = (title: string, description: string): CheckedDraft => ({ code: 'incomplete', title, description });

/** What a page's prices are calculated from: the rates, and the version of the catalogue. */
export interface PriceSources {
  readonly rates: RateTable;
  readonly catalogueVersion: number | undefined;
}

/** The page's address and the visitor's time zone. */
export interface PageContext {
  readonly origin: string;
  readonly href: string;
  readonly timeZone: string;
}

/** Creates the body of `POST /api/create-checkout-session` (spec 7): the total in CAD cents, and the donation in US dollars. */
export const toCheckoutRequest = (
  draft: CompleteDraft,
  { rates, catalogueVersion }: PriceSources,
  place: PageContext,
): CheckoutRequest => ({
  amount: priceIn(draft.basket, chargeCurrency, rates).total.amountMinor,
  currency: 'cad',
  donationData: toDonationData(draft, rates),
  successUrl: `${place.origin}/donation-success`,
  cancelUrl: place.href,
  timeZone: place.timeZone,
  pricedWith: { rates: rates.version, catalogue: catalogueVersion },
});

/** Creates the checkout donation payload (spec 3), in US dollars, with a custom amount also as typed. */
export function toDonationData({ basket, charity, frequency }: CompleteDraft, rates: RateTable): DonationData {
  const price = priceIn(basket, baseCurrency, rates);
  return {
    ...customAmountFields(basket.kind === 'custom' ? basket.entered : price.subtotal, price.subtotal),
    mealsProvided: mealsOf(basket, rates),
    charityId: charity.id,
    charityName: charity.name,
    snackName: labelOf(basket),
    customAmount: basket.kind === 'custom',
    recurring: frequency === 'monthly',
    ...stackFields(basket),
    serviceFee: toDecimal(price.serviceFee),
  };
}

/** Returns `stackedSnacks` if there are any, and `snackId` only for exactly one snack (spec 3, Checkout donation payload). */
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
