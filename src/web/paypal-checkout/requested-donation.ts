import * as z from 'zod/mini';
import type { CharityResponse } from '#contract/catalogue.ts';
import { donationDataSchema, readCustomAmountFields } from '#contract/checkout.ts';
import {
  customBasket,
  mealsOf,
  quantityMax,
  repriceBasket,
  subtotalOf,
  type Basket,
  type Snack,
  type StackItem,
} from '#domain/donation/basket.ts';
import { checkAmount, priceIn } from '#domain/donation/pricing.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import type { RateTable } from '#domain/money/exchange.ts';
import { fromDecimal, isSameMoney, type Money } from '#domain/money/money.ts';
import type { CompleteDraft } from '#web/donate/index.ts';

/** `data` in the address: the spec's four fields, and optionally those of the checkout payload. */
const requestedDonation = z.object({
  ...donationDataSchema.shape,
  mealsProvided: z.int(),
  charityName: z.string(),
  charityId: z.optional(z.int()),
  recurring: z.optional(z.literal(false)), // spec-readings, The wire: one-time only
});

/** The donation in the address: its shape is checked, its figures are not. */
export type RequestedDonation = z.infer<typeof requestedDonation>;

/** Reads `data`; `undefined` when it is missing, not JSON, or not a donation (spec 2, PayPal checkout). */
export function readRequestedDonation(data: string | null): RequestedDonation | undefined {
  try {
    const requested = requestedDonation.safeParse(JSON.parse(data ?? 'null'));
    return requested.success ? requested.data : undefined;
  } catch {
    return undefined; // an address can hold any text
  }
}

export interface Catalogue {
  readonly snacks: readonly Snack[];
  readonly charities: readonly CharityResponse[];
  readonly rates: RateTable;
}

/** A requested donation at the catalogue's prices, and its basket at the prices in the address. */
export interface PricedRequest {
  readonly draft: CompleteDraft;
  readonly statedBasket: Basket;
}

/**
 * Prices a requested donation from the catalogue, because prices may have changed since its address was written.
 * `undefined` for an unknown charity or snack, an amount out of range, and figures that contradict each other: then the
 * address is forged, damaged or out of date.
 */
export function priceRequest(requested: RequestedDonation, catalogue: Catalogue): PricedRequest | undefined {
  const charity = findCharity(requested, catalogue.charities);
  const statedBasket = basketOf(requested, catalogue.snacks);
  if (!charity || !statedBasket || !isConsistent(requested, statedBasket, catalogue.rates)) return undefined;
  const basket = repriceBasket(statedBasket, catalogue.snacks);
  return isInRange(basket, catalogue.rates)
    ? { draft: { basket, charity, frequency: 'once' }, statedBasket }
    : undefined;
}

/** Finds the charity by its id. If there is no id, the name must match exactly one charity (spec-readings, The wire). */
function findCharity({ charityId, charityName }: RequestedDonation, charities: readonly CharityResponse[]) {
  const [found, ...others] = charities.filter(({ id, name }) =>
    charityId === undefined ? name === charityName : id === charityId,
  );
  return others.length === 0 ? found : undefined;
}

/** Returns the basket at the prices in the address. If there are no snacks, it is a custom amount (spec-readings, The wire). */
function basketOf(requested: RequestedDonation, snacks: readonly Snack[]): Basket | undefined {
  const { snackId, stackedSnacks = [] } = requested;
  if (stackedSnacks.length > 0) return stackOf(stackedSnacks.map((item) => statedItem(item, snacks)));
  if (typeof snackId === 'number') return stackOf([singleItem(snackId, snacks)]);
  const entered = readCustomAmountFields(requested);
  return entered && customBasket(entered);
}

/** Returns one piece of a snack; `undefined` if the catalogue does not have it. */
const singleItem = (id: number, snacks: readonly Snack[]): StackItem | undefined => {
  const snack = snacks.find((candidate) => candidate.id === id);
  return snack && { ...snack, quantity: 1 };
};

type RequestedItem = NonNullable<RequestedDonation['stackedSnacks']>[number];

/** Returns a snack with the price, meals and quantity in the address; `undefined` if it is unknown or they are impossible. */
function statedItem(
  { id, price, mealsProvided, quantity }: RequestedItem,
  snacks: readonly Snack[],
): StackItem | undefined {
  const snack = singleItem(id, snacks);
  const statedPrice = fromDecimal(price, baseCurrency);
  if (!snack || !statedPrice || quantity > quantityMax) return undefined;
  return { ...snack, price: statedPrice, meals: mealsProvided ?? snack.meals, quantity };
}

/** Returns the stack; `undefined` if it has no valid item for a snack, or a snack is listed twice. */
function stackOf(items: readonly (StackItem | undefined)[]): Basket | undefined {
  const known = items.filter((item) => item !== undefined);
  const isComplete = known.length === items.length && new Set(known.map(({ id }) => id)).size === known.length;
  return isComplete ? { kind: 'stack', items: known } : undefined;
}

/** Returns true if the amount is allowed. Only custom amounts have a minimum (spec-readings, Money). */
function isInRange(basket: Basket, rates: RateTable): boolean {
  const range = checkAmount(subtotalOf(basket, rates));
  return range === 'ok' || (range === 'too_small' && basket.kind === 'stack');
}

/** Returns true if the figures agree with each other, like those of our own page. Names are not compared. */
function isConsistent(requested: RequestedDonation, statedBasket: Basket, rates: RateTable): boolean {
  const amount = fromDecimal(requested.amount, baseCurrency);
  // The rates may have changed since a custom amount was converted to US dollars.
  const inDollars = statedBasket.kind === 'custom' && amount ? customBasket(amount) : statedBasket;
  const { subtotal, serviceFee } = priceIn(inDollars, baseCurrency, rates);
  return (
    amount !== undefined &&
    isSameMoney(amount, subtotal) &&
    requested.mealsProvided === mealsOf(inDollars, rates) &&
    (requested.serviceFee === undefined || isSameAmount(requested.serviceFee, serviceFee)) &&
    (requested.customAmount ?? statedBasket.kind === 'custom') === (statedBasket.kind === 'custom') &&
    ((requested.snackId ?? undefined) === undefined || isOnlySnack(statedBasket, requested.snackId))
  );
}

const isSameAmount = (decimal: number, ours: Money): boolean => {
  const stated = fromDecimal(decimal, baseCurrency);
  return stated !== undefined && isSameMoney(stated, ours);
};

/** `snackId` is sent for exactly one kind of snack (spec 3, Checkout donation payload). */
const isOnlySnack = (basket: Basket, snackId: number | null | undefined): boolean =>
  basket.kind === 'stack' && basket.items.length === 1 && basket.items[0]?.id === snackId;
