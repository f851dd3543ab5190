import { mealsOf, type Basket, type StackItem } from '#domain/donation/basket.ts';
import { priceIn } from '#domain/donation/pricing.ts';
import { baseCurrency, chargeCurrency, type CurrencyCode } from '#domain/money/currency.ts';
import { fromBase, type RateTable } from '#domain/money/exchange.ts';
import { formatCountOf, formatMoney } from '#domain/money/format.ts';
import { add, multiply, subtract, zero, type Money } from '#domain/money/money.ts';

/** The figures of a basket, formatted for the visitor. */
export interface Figures {
  readonly subtotal: string;
  readonly serviceFee: string;
  readonly total: string;
  /** What the card will be charged; `undefined` if that equals the total. */
  readonly charge: string | undefined;
  readonly meals: string;
}

/** Returns the figures of a basket in the visitor's currency. As shown, subtotal and fee add up to the total. */
export function figuresOf(basket: Basket, currency: CurrencyCode, rates: RateTable): Figures {
  const shown = priceIn(basket, currency, rates);
  return {
    subtotal: formatMoney(shown.subtotal),
    serviceFee: formatMoney(shown.serviceFee),
    total: formatMoney(shown.total),
    charge: currency === chargeCurrency ? undefined : formatMoney(priceIn(basket, chargeCurrency, rates).total),
    meals: describeMeals(mealsOf(basket, rates)),
  };
}

/** `≈ 9 meals`. */
export const describeMeals = (meals: number): string => `≈ ${formatCountOf(meals, 'meal')}`;

/** Shows a base-currency amount in the visitor's currency: `CA$4.76`. */
export const showAmount = (amount: Money, currency: CurrencyCode, rates: RateTable): string =>
  formatMoney(fromBase(amount, currency, rates));

/**
 * Returns the amount of each line of a stack in the visitor's currency. Each is the increase in the converted running sum, so
 * that the lines add up exactly to the converted subtotal (spec-readings, Money).
 */
export function lineAmounts(items: readonly StackItem[], currency: CurrencyCode, rates: RateTable): readonly string[] {
  let runningSum = zero(baseCurrency);
  return items.map((item) => {
    const before = fromBase(runningSum, currency, rates);
    runningSum = add(runningSum, multiply(item.price, item.quantity));
    return formatMoney(subtract(fromBase(runningSum, currency, rates), before));
  });
}
