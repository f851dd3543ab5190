import { baseCurrency, chargeCurrency, type CurrencyCode } from '#domain/money/currency.ts';
import { fromBase, type RateTable } from '#domain/money/exchange.ts';
import { add, money, percentOf, subtract, type Money } from '#domain/money/money.ts';

/** The three lines of a donation, all in one currency; subtotal and fee always add up to the total. */
export interface Price {
  readonly subtotal: Money;
  readonly serviceFee: Money;
  readonly total: Money;
}

/** The service fee, in percent of the subtotal (spec 9). */
export const serviceFeePercent = 10;

/** Smallest and largest gift before the fee: US$1.00 and US$10,000.00 (rulings, Money and The wire). */
export const giftMin: Money = money(1_00, baseCurrency);
export const giftMax: Money = money(10_000_00, baseCurrency);

/** Service fee on a subtotal: 10 %, half away from zero, in the subtotal's own currency. Zero stays zero. */
export const serviceFeeOn = (subtotal: Money): Money => percentOf(subtotal, serviceFeePercent);

/** The price of a gift: subtotal, fee and their sum (spec 4 and 9). */
export function priceOf(subtotal: Money): Price {
  const serviceFee = serviceFeeOn(subtotal);
  return { subtotal, serviceFee, total: add(subtotal, serviceFee) };
}

/**
 * A base-currency price in another currency. Total and subtotal are converted, and the fee is their difference, so that
 * lines that stand above each other add up as shown (rulings, Money).
 */
export function convertPrice(price: Price, currency: CurrencyCode, rates: RateTable): Price {
  const subtotal = fromBase(price.subtotal, currency, rates);
  const total = fromBase(price.total, currency, rates);
  return { subtotal, serviceFee: subtract(total, subtotal), total };
}

/** What a card is charged for a price: the same lines in the charge currency (rulings, Charge currency of card payments). */
export const chargeFor = (price: Price, rates: RateTable): Price => convertPrice(price, chargeCurrency, rates);

/** Whether an own amount may be given (rulings, Custom amount). Anything below the minimum is `too_small`. */
export function checkGift(subtotal: Money): 'ok' | 'too_small' | 'too_large' {
  if (subtotal.amountMinor < giftMin.amountMinor) return 'too_small';
  return subtotal.amountMinor > giftMax.amountMinor ? 'too_large' : 'ok';
}
