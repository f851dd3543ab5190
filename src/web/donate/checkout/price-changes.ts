import { mealsOf, type Basket, type StackItem } from '#domain/donation/basket.ts';
import { priceIn } from '#domain/donation/pricing.ts';
import { chargeCurrency, type CurrencyCode } from '#domain/money/currency.ts';
import { fromBase, type RateTable } from '#domain/money/exchange.ts';
import { formatCountOf } from '#domain/money/format.ts';
import type { Money } from '#domain/money/money.ts';

/** A basket, and the rates with which its prices are shown. */
interface ShownBasket {
  readonly basket: Basket;
  readonly rates: RateTable;
}

/** How prices are shown to a donor, and how the donor pays. */
interface PriceView {
  readonly currency: CurrencyCode;
  readonly format: (amount: Money) => string;
  readonly paidWith: 'card' | 'paypal';
}

/** Describes in sentences the differences that a donor sees between two prices of their basket; empty if there are none. */
export function describePriceChanges(before: ShownBasket, after: ShownBasket, view: PriceView): string {
  const snacks = snackChanges(before, after, view);
  if (snacks.length > 0) return [...snacks, 'Your basket is updated.'].join(' ');
  const figures = figureChanges(before, after, view);
  if (figures.length > 0) return figures.join(' ');
  const hasSameRates = JSON.stringify(before.rates) === JSON.stringify(after.rates);
  return hasSameRates ? '' : 'Exchange rates have changed. Your amounts stay the same.';
}

function snackChanges(before: ShownBasket, after: ShownBasket, { currency, format }: PriceView): readonly string[] {
  return itemsOf(before.basket).flatMap((item) => {
    const current = itemsOf(after.basket).find(({ id }) => id === item.id);
    if (!current) return [`${item.name} is no longer available.`];
    const oldPrice = format(fromBase(item.price, currency, before.rates));
    const newPrice = format(fromBase(current.price, currency, after.rates));
    return [
      ...sentenceIfChanged(oldPrice, newPrice, `${item.name} is now ${newPrice} (was ${oldPrice}).`),
      ...sentenceIfChanged(
        item.meals,
        current.meals,
        `${item.name} now provides ${mealsText(current.meals)} (was ${item.meals}).`,
      ),
    ];
  });
}

const itemsOf = (basket: Basket): readonly StackItem[] => (basket.kind === 'stack' ? basket.items : []);

/** Describes changes of the whole basket: for a custom amount, or if no single snack has changed visibly. */
function figureChanges(before: ShownBasket, after: ShownBasket, view: PriceView): readonly string[] {
  const [old, current] = [figuresFor(before, view), figuresFor(after, view)];
  return [
    ...sentenceIfChanged(old.total, current.total, `Your total is now ${current.total} (was ${old.total}).`),
    ...sentenceIfChanged(
      old.charge,
      current.charge,
      `Your card will now be charged ${current.charge} (was ${old.charge}).`,
    ),
    ...sentenceIfChanged(
      old.meals,
      current.meals,
      `Your donation now provides ${mealsText(current.meals)} (was ${old.meals}).`,
    ),
  ];
}

/** Returns the figures of a basket. The card's charge is left out if it equals the total or no card is charged. */
function figuresFor({ basket, rates }: ShownBasket, { currency, format, paidWith }: PriceView) {
  const hasCharge = paidWith === 'card' && currency !== chargeCurrency;
  return {
    total: format(priceIn(basket, currency, rates).total),
    charge: hasCharge ? format(priceIn(basket, chargeCurrency, rates).total) : undefined,
    meals: mealsOf(basket, rates),
  };
}

const sentenceIfChanged = <Value>(old: Value, current: Value, sentence: string): readonly string[] =>
  old === current ? [] : [sentence];

const mealsText = (meals: number): string => formatCountOf(meals, 'meal');
