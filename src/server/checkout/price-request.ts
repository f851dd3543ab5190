import {
  checkoutSentences,
  readCustomAmountFields,
  type CheckoutRequest,
  type DonationData,
} from '#contract/checkout.ts';
import {
  customBasket,
  labelOf,
  mealsOf,
  quantityMax,
  subtotalOf,
  type Basket,
  type StackItem,
} from '#domain/donation/basket.ts';
import { checkAmount, donationMax, priceIn, priceToleranceMinor, type Price } from '#domain/donation/pricing.ts';
import { baseCurrency, chargeCurrency } from '#domain/money/currency.ts';
import type { RateTable } from '#domain/money/exchange.ts';
import type { DatedRateTable } from '#domain/rates/rate-table.ts';
import { fromDecimal, isWithin, money, type Money } from '#domain/money/money.ts';
import type { Catalogue, Charity } from '#server/catalogue/index.ts';

/** A donation as the server prices it; the page's figures are not used. */
export interface PricedDonation {
  /** The rates with which its prices were converted. */
  readonly rates: DatedRateTable;
  readonly basket: Basket;
  readonly charity: Charity;
  readonly price: Price;
  readonly charge: Price;
  readonly meals: number;
  readonly label: string;
}

export type PricedRequest =
  | { readonly code: 'priced'; readonly donation: PricedDonation }
  | {
      readonly code: 'invalid_charity' | 'invalid_amount' | 'invalid_request' | 'prices_changed';
      readonly sentence: string;
    };

/** Prices a card checkout. Its `amount` is the total in minor units of the charge currency. */
export function priceRequest(request: CheckoutRequest, catalogue: Catalogue, rates: DatedRateTable): PricedRequest {
  if (request.currency.toLowerCase() !== chargeCurrency.toLowerCase()) {
    return { code: 'invalid_request', sentence: checkoutSentences.currencyInvalid };
  }
  return priceDonation(request.donationData, money(request.amount, chargeCurrency), catalogue, rates);
}

/**
 * Prices a donation from the server's catalogue and rates, and charges it in the currency of the total that the page showed
 * (spec-readings, Money). The page's figures are only compared: a difference of more than one minor unit in any amount, or of
 * one meal, is `prices_changed`.
 */
export function priceDonation(
  data: DonationData,
  shownTotal: Money,
  catalogue: Catalogue,
  rates: DatedRateTable,
): PricedRequest {
  const charity = catalogue.charities.get(data.charityId);
  if (!charity) return charityRefusal(data.charityId, catalogue);
  if (requestedSnacks(data).some(({ id }) => catalogue.retiredSnacks.has(id))) return pricesChanged;
  const basket = basketOf(data, catalogue);
  const isPositive = shownTotal.amountMinor > 0 && data.amount > 0; // spec 5: even with snacks in the stack
  if (!basket || !isPositive || !isDonatable(basket, rates)) return invalidAmount;
  const donation = {
    rates,
    basket,
    charity,
    price: priceIn(basket, baseCurrency, rates),
    charge: priceIn(basket, shownTotal.currency, rates),
    meals: mealsOf(basket, rates),
    label: labelOf(basket),
  };
  return matchesPage(data, shownTotal, donation, catalogue) ? { code: 'priced', donation } : pricesChanged;
}

/** A retired charity has its own sentence, because a page may still offer it. */
const charityRefusal = (id: number, { retiredCharities }: Catalogue): PricedRequest => ({
  code: 'invalid_charity',
  sentence: retiredCharities.has(id) ? checkoutSentences.charityRetired : checkoutSentences.charityUnknown,
});

/** Also refuses a retired snack: the page then fetches the catalogue again and says which items its basket has lost. */
const pricesChanged = { code: 'prices_changed', sentence: checkoutSentences.pricesChanged } as const;

/** The minimum applies only to custom amounts, the maximum to all (spec-readings, Money and The wire). */
function isDonatable(basket: Basket, rates: RateTable): boolean {
  const range = checkAmount(subtotalOf(basket, rates));
  return range === 'ok' || (range === 'too_small' && basket.kind === 'stack');
}

const invalidAmount = { code: 'invalid_amount', sentence: checkoutSentences.amountInvalid } as const;

/** The requested basket, with the catalogue's own snacks; `undefined` when the request describes no valid basket. */
function basketOf(data: DonationData, catalogue: Catalogue): Basket | undefined {
  const stacked = data.stackedSnacks ?? [];
  if (data.customAmount === true) return stacked.length > 0 ? undefined : customBasketOf(data);
  const hasOtherSnack = typeof data.snackId === 'number' && stacked.some((item) => item.id !== data.snackId);
  return hasOtherSnack ? undefined : stackOf(requestedSnacks(data), catalogue);
}

/** The requested snacks with their quantities; none for a custom amount. */
function requestedSnacks({ customAmount, stackedSnacks = [], snackId }: DonationData) {
  if (customAmount === true) return [];
  return stackedSnacks.length > 0 ? stackedSnacks : [{ id: snackId ?? NaN, quantity: 1 }];
}

function customBasketOf(data: DonationData): Basket | undefined {
  const entered = readCustomAmountFields(data);
  return entered && customBasket(entered);
}

/** A snack that is listed twice becomes one item with the sum of its quantities. */
function stackOf(requested: readonly { id: number; quantity: number }[], catalogue: Catalogue): Basket | undefined {
  const items = new Map<number, StackItem>();
  for (const { id, quantity } of requested) {
    const snack = catalogue.snacks.get(id);
    const total = (items.get(id)?.quantity ?? 0) + quantity;
    if (!snack || total > quantityMax) return undefined;
    items.set(id, { ...snack, quantity: total });
  }
  return { kind: 'stack', items: [...items.values()] };
}

/** Compares every figure that the page showed; a difference of one minor unit is accepted. Names are not compared. */
function matchesPage(data: DonationData, shownTotal: Money, donation: PricedDonation, catalogue: Catalogue): boolean {
  return (
    isWithin(shownTotal, donation.charge.total, priceToleranceMinor) &&
    isClose(data.amount, donation.price.subtotal) &&
    (data.serviceFee === undefined || isClose(data.serviceFee, donation.price.serviceFee)) &&
    (data.mealsProvided === undefined || hasSameMeals(data, donation)) &&
    (data.stackedSnacks ?? []).every((item) => {
      const snack = catalogue.snacks.get(item.id);
      return (
        snack !== undefined && isClose(item.price, snack.price) && (item.mealsProvided ?? snack.meals) === snack.meals
      );
    })
  );
}

/** The page derives the meals of a custom amount from its own dollar amount, which may differ from ours by a cent. */
const hasSameMeals = ({ mealsProvided, amount }: DonationData, { basket, meals }: PricedDonation): boolean =>
  mealsProvided === meals || (basket.kind === 'custom' && mealsProvided === Math.floor(amount));

function isClose(decimal: number, ours: Money): boolean {
  if (Math.abs(decimal) > donationMax.amountMinor) return false;
  const theirs = fromDecimal(decimal, ours.currency);
  return theirs !== undefined && isWithin(theirs, ours, priceToleranceMinor);
}
