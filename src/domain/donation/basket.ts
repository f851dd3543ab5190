import { baseCurrency } from '#domain/money/currency.ts';
import { multiply, sum, zero, type Money } from '#domain/money/money.ts';

/** A snack as the catalogue has it: its price in the base currency, and the whole meals (1 or more) it stands for. */
export interface Snack {
  readonly id: number;
  readonly name: string;
  readonly price: Money;
  readonly meals: number;
}

/** A snack in the stack, with how often it was taken (whole, 1 to `quantityMax`). */
export interface StackItem extends Snack {
  readonly quantity: number;
}

/** What somebody is about to give: snacks, an own amount, or nothing yet. */
export type Basket =
  | { readonly kind: 'empty' }
  | { readonly kind: 'stack'; readonly items: readonly StackItem[] }
  | { readonly kind: 'custom'; readonly amount: Money };

/** Most of one snack in a stack (rulings, The wire). */
export const quantityMax = 100;

/** A basket with nothing in it. */
export const emptyBasket: Basket = { kind: 'empty' };

/**
 * The basket with one more of a snack (spec 4, Snack selection). An own amount gives way to the snack (rulings, Custom
 * amount). At `quantityMax` of a snack the basket stays as it is.
 */
export function addSnack(basket: Basket, snack: Snack): Basket {
  const items = basket.kind === 'stack' ? basket.items : [];
  if (items.some((item) => item.id === snack.id)) return changeQuantity(basket, snack.id, 1);
  return { kind: 'stack', items: [...items, { ...snack, quantity: 1 }] };
}

/** The basket with the quantity of one snack changed; at zero the snack leaves, and the last one leaves an empty basket (spec 4). */
export function changeQuantity(basket: Basket, snackId: number, change: 1 | -1): Basket {
  if (basket.kind !== 'stack') return basket;
  const changed = basket.items.map((item) =>
    item.id === snackId ? { ...item, quantity: Math.min(item.quantity + change, quantityMax) } : item,
  );
  return stackOf(changed.filter((item) => item.quantity > 0));
}

/** The basket without a snack, whatever its quantity was. */
export const removeSnack = (basket: Basket, snackId: number): Basket =>
  basket.kind === 'stack' ? stackOf(basket.items.filter((item) => item.id !== snackId)) : basket;

/** A basket that holds an own amount of the base currency and no snacks (spec 4, Custom Amount). */
export const customBasket = (amount: Money): Basket => ({ kind: 'custom', amount });

/** How many pieces are in the basket, for its badge; an own amount is one piece. */
export const countPieces = (basket: Basket): number =>
  basket.kind === 'stack'
    ? basket.items.reduce((count, item) => count + item.quantity, 0)
    : basket.kind === 'custom'
      ? 1
      : 0;

/** The gift itself, without the fee: sum of price times quantity, or the own amount (spec 4). */
export function subtotalOf(basket: Basket): Money {
  if (basket.kind === 'custom') return basket.amount;
  if (basket.kind === 'empty') return zero(baseCurrency);
  return sum(
    basket.items.map((item) => multiply(item.price, item.quantity)),
    baseCurrency,
  );
}

/** Meals of the basket: sum of meals times quantity, or the floor of an own amount in whole base units (spec 4). */
export function mealsOf(basket: Basket): number {
  if (basket.kind === 'custom') return Math.floor(basket.amount.amountMinor / 100);
  if (basket.kind === 'empty') return 0;
  return basket.items.reduce((meals, item) => meals + item.meals * item.quantity, 0);
}

/** What history calls the gift: Stacked Snacks for more than one kind of snack, else the snack's name; or Custom Donation (spec 4). */
export function labelOf(basket: Basket): string {
  if (basket.kind === 'custom') return customLabel;
  const [first, ...others] = basket.kind === 'stack' ? basket.items : [];
  if (!first) return '';
  return others.length > 0 ? stackLabel : first.name;
}

const stackLabel = 'Stacked Snacks';
const customLabel = 'Custom Donation';

const stackOf = (items: readonly StackItem[]): Basket => (items.length > 0 ? { kind: 'stack', items } : emptyBasket);
