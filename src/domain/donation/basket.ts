import { baseCurrency } from '#domain/money/currency.ts';
import { toBase, type RateTable } from '#domain/money/exchange.ts';
import { multiply, sum, zero, type Money } from '#domain/money/money.ts';

/** A snack in the catalogue. Its price is in the base currency, and it provides a whole number of meals (1 or more). */
export interface Snack {
  readonly id: number;
  readonly name: string;
  readonly price: Money;
  readonly meals: number;
}

/** A snack in the stack with its quantity (whole, 1 to `quantityMax`). */
export interface StackItem extends Snack {
  readonly quantity: number;
}

/** A visitor's intended donation: snacks, a custom amount, or nothing yet. `entered` is the custom amount as typed. */
export type Basket =
  | { readonly kind: 'empty' }
  | { readonly kind: 'stack'; readonly items: readonly StackItem[] }
  | { readonly kind: 'custom'; readonly entered: Money };

/** The largest quantity of one snack (spec-readings, The wire). */
export const quantityMax = 100;

export const emptyBasket: Basket = { kind: 'empty' };

/**
 * Adds one snack (spec 4, Snack selection). The snack replaces a custom amount (spec-readings, Custom amount).
 * At `quantityMax` the basket does not change.
 */
export function addSnack(basket: Basket, snack: Snack): Basket {
  const items = basket.kind === 'stack' ? basket.items : [];
  if (items.some((item) => item.id === snack.id)) return changeQuantity(basket, snack.id, 1);
  return { kind: 'stack', items: [...items, { ...snack, quantity: 1 }] };
}

/** Changes a snack's quantity. At zero the snack is removed; removing the last one empties the basket (spec 4). */
export function changeQuantity(basket: Basket, snackId: number, change: 1 | -1): Basket {
  if (basket.kind !== 'stack') return basket;
  const changed = basket.items.map((item) =>
    item.id === snackId ? { ...item, quantity: Math.min(item.quantity + change, quantityMax) } : item,
  );
  return stackOf(changed.filter((item) => item.quantity > 0));
}

/** Removes a snack, whatever its quantity. */
export const removeSnack = (basket: Basket, snackId: number): Basket =>
  basket.kind === 'stack' ? stackOf(basket.items.filter((item) => item.id !== snackId)) : basket;

/** Updates a basket to the catalogue's prices, and removes snacks that are no longer offered. A custom amount does not change. */
export function repriceBasket(basket: Basket, snacks: readonly Snack[]): Basket {
  if (basket.kind !== 'stack') return basket;
  const items = basket.items.flatMap((item): StackItem[] => {
    const snack = snacks.find((candidate) => candidate.id === item.id);
    return snack ? [{ ...snack, quantity: item.quantity }] : [];
  });
  return stackOf(items);
}

/** Creates a basket with a custom amount, in the currency it was typed in (spec 4, Custom Amount). */
export const customBasket = (entered: Money): Basket => ({ kind: 'custom', entered });

/** Returns the sum of all quantities; 0 for a custom amount. */
export const countSnacks = (basket: Basket): number =>
  basket.kind === 'stack' ? basket.items.reduce((count, item) => count + item.quantity, 0) : 0;

/**
 * Returns the donation without the fee, in the base currency: the sum of price times quantity, or the converted custom amount
 * (spec 4).
 */
export function subtotalOf(basket: Basket, rates: RateTable): Money {
  if (basket.kind === 'custom') return toBase(basket.entered, rates);
  if (basket.kind === 'empty') return zero(baseCurrency);
  return sum(
    basket.items.map((item) => multiply(item.price, item.quantity)),
    baseCurrency,
  );
}

/** Returns the sum of meals times quantity, or a custom amount rounded down to whole US dollars (spec 4). */
export function mealsOf(basket: Basket, rates: RateTable): number {
  if (basket.kind === 'custom') return Math.floor(subtotalOf(basket, rates).amountMinor / 100);
  if (basket.kind === 'empty') return 0;
  return basket.items.reduce((meals, item) => meals + item.meals * item.quantity, 0);
}

/** Returns the label in history: the snack's name, Stacked Snacks for different snacks, or Custom Donation (spec 4). */
export function labelOf(basket: Basket): string {
  if (basket.kind === 'custom') return customLabel;
  const [first, ...others] = basket.kind === 'stack' ? basket.items : [];
  if (!first) return '';
  return others.length > 0 ? stackLabel : first.name;
}

const stackLabel = 'Stacked Snacks';
const customLabel = 'Custom Donation';

const stackOf = (items: readonly StackItem[]): Basket => (items.length > 0 ? { kind: 'stack', items } : emptyBasket);
