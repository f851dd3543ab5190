import { mealsOf, type Basket, type StackItem } from '#domain/donation/basket.ts';
import { priceIn } from '#domain/donation/pricing.ts';
import { chargeCurrency, type CurrencyCode } from '#domain/money/currency.ts';
import { fromBase, type RateTable } from '#domain/money/exchange.ts';
import { formatCountOf } from '#domain/money/format.ts';
import type { Money } from '#domain/money/money.ts';

/** A basket and the rates it is shown with. */
interface ShownBasket {
  readonly basket: Basket;
  readonly rates: RateTable;
}

/** How a donor sees prices and pays them. */
interface PriceView {
  readonly currency: CurrencyCode;
  readonly format: (amount: Money) => string;
  readonly paidWith: 'card' | 'paypal';
}

/** What a donor sees change between two prices of their basket, in sentences; empty when nothing does. */
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
    const was = format(fromBase(item.price, currency, before.rates));
    const is = format(fromBase(current.price, currency, after.rates));
    return [
      ...changed(was, is, `${item.name} is now ${is} (was ${was}).`),
      ...changed(
        item.meals,
        current.meals,
        `${item.name} now provides ${mealsText(current.meals)} (was ${item.meals}).`,
      ),
    ];
  });
}

const itemsOf = (basket: Basket): readonly StackItem[] => (basket.kind === 'stack' ? basket.items : []);

/** For a custom amount, and for snacks that each look the same. */
function figureChanges(before: ShownBasket, after: ShownBasket, view: PriceView): readonly string[] {
  const [was, is] = [figuresFor(before, view), figuresFor(after, view)];
  return [
    ...changed(was.total, is.total, `Your total is now ${is.total} (was ${was.total}).`),
    ...changed(was.charge, is.charge, `Your card will now be charged ${is.charge} (was ${was.charge}).`),
    ...changed(was.meals, is.meals, `Your donation now provides ${mealsText(is.meals)} (was ${was.meals}).`),
  ];
}

/** The card's charge is left out where it is the total, and where no card is charged. */
function figuresFor({ basket, rates }: ShownBasket, { currency, format, paidWith }: PriceView) {
  const hasCharge = paidWith === 'card' && currency !== chargeCurrency;
  return {
    total: format(priceIn(basket, currency, rates).total),
    charge: hasCharge ? format(priceIn(basket, chargeCurrency, rates).total) : undefined,
    meals: mealsOf(basket, rates),
  };
}

const changed = <Value>(was: Value, is: Value, sentence: string): readonly string[] => (was === is ? [] : [sentence]);

const mealsText = (meals: number): string => formatCountOf(meals, 'meal');
