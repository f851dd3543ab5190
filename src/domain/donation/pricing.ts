import { baseCurrency, type CurrencyCode } from '#domain/money/currency.ts';
import { fromBase, type RateTable } from '#domain/money/exchange.ts';
import { add, money, percentOf, subtract, type Money } from '#domain/money/money.ts';
import { subtotalOf, type Basket } from './basket.ts';

/** The three lines of a donation in one currency. Subtotal and fee always add up to the total. */
export interface Price {
  readonly subtotal: Money;
  readonly serviceFee: Money;
  readonly total: Money;
}

/** The service fee, in percent of the subtotal (spec 9). */
export const serviceFeePercent = 10;

/** The smallest and largest donation before the fee: US$1.00 and US$10,000.00 (spec-readings, Money and The wire). */
export const donationMin: Money = money(1_00, baseCurrency);
export const donationMax: Money = money(10_000_00, baseCurrency);

/** Returns 10 % of the subtotal, rounded half away from zero, in the subtotal's currency. */
export const serviceFeeOn = (subtotal: Money): Money => percentOf(subtotal, serviceFeePercent);

/** Returns the subtotal, its fee and their sum (spec 4 and 9). */
export function priceOf(subtotal: Money): Price {
  const serviceFee = serviceFeeOn(subtotal);
  return { subtotal, serviceFee, total: add(subtotal, serviceFee) };
}

/**
 * Converts a price from the base currency. Total and subtotal are converted, and the fee is their difference, so that the
 * lines add up as shown (spec-readings, Money).
 */
export function convertPrice(price: Price, currency: CurrencyCode, rates: RateTable): Price {
  const subtotal = fromBase(price.subtotal, currency, rates);
  const total = fromBase(price.total, currency, rates);
  return { subtotal, serviceFee: subtract(total, subtotal), total };
}

/**
 * Returns the price of a basket in a currency. In the currency it was typed in, a custom amount is the subtotal, and the fee is
 * 10 % of it. In every other currency, it is converted by way of the base currency (spec-readings, Custom amount).
 */
export const priceIn = (basket: Basket, currency: CurrencyCode, rates: RateTable): Price =>
  basket.kind === 'custom' && basket.entered.currency === currency
    ? priceOf(basket.entered)
    : convertPrice(priceOf(subtotalOf(basket, rates)), currency, rates);

/** The greatest accepted difference between a figure on a page and ours, in minor units (spec-readings, Money). */
export const priceToleranceMinor = 1;

/** Checks a subtotal in the base currency against the allowed range (spec-readings, Custom amount). Zero is `too_small`. */
export function checkAmount(subtotal: Money): 'ok' | 'too_small' | 'too_large' {
  if (subtotal.amountMinor < donationMin.amountMinor) return 'too_small';
  return subtotal.amountMinor > donationMax.amountMinor ? 'too_large' : 'ok';
}
