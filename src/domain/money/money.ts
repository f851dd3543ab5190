import { currencies, type CurrencyCode } from './currency.ts';
import { divideHalfAwayFromZero } from './rounding.ts';

/** An exact amount: a whole number of minor units (cents, or yen for JPY) in one currency. May be negative in the books. */
export interface Money {
  readonly amountMinor: number;
  readonly currency: CurrencyCode;
}

/** Money from a whole number of minor units. Throws RangeError when the number is not a safe integer: money is never a fraction. */
export function money(amountMinor: number, currency: CurrencyCode): Money {
  if (!Number.isSafeInteger(amountMinor))
    throw new RangeError(`${amountMinor} ${currency} is not a whole number of minor units`);
  return { amountMinor: amountMinor === 0 ? 0 : amountMinor, currency }; // no negative zero
}

/** Nothing, in a currency. */
export const zero = (currency: CurrencyCode): Money => money(0, currency);

/** Sum of two amounts of one currency. Throws TypeError across currencies. */
export function add(left: Money, right: Money): Money {
  assertSameCurrency(left, right);
  return money(left.amountMinor + right.amountMinor, left.currency);
}

/** Difference of two amounts of one currency. Throws TypeError across currencies. */
export const subtract = (left: Money, right: Money): Money => add(left, negate(right));

/** The same amount on the other side of the books. */
export const negate = (amount: Money): Money => money(-amount.amountMinor, amount.currency);

/** An amount taken a whole number of times. */
export const multiply = (amount: Money, times: number): Money => money(amount.amountMinor * times, amount.currency);

/** A whole percentage of an amount, rounded half away from zero to the minor unit. */
export function percentOf(amount: Money, percent: number): Money {
  return money(Number(divideHalfAwayFromZero(BigInt(amount.amountMinor) * BigInt(percent), 100n)), amount.currency);
}

/** Sum of amounts; `currency` names the sum of an empty list. */
export const sum = (amounts: readonly Money[], currency: CurrencyCode): Money => amounts.reduce(add, zero(currency));

/** Whether two amounts are the same to the minor unit and in the same currency. */
export const isSameMoney = (left: Money, right: Money): boolean =>
  left.currency === right.currency && left.amountMinor === right.amountMinor;

/** Whether two amounts of one currency lie at most `toleranceMinor` minor units apart; amounts of different currencies never do. */
export const isWithin = (left: Money, right: Money, toleranceMinor: number): boolean =>
  left.currency === right.currency && Math.abs(left.amountMinor - right.amountMinor) <= toleranceMinor;

/** An amount as the decimal number that JSON carries: US$3.50 is 3.5 (rulings, Money). Only for the wire, never for arithmetic. */
export const toDecimal = (amount: Money): number => amount.amountMinor / 10 ** currencies[amount.currency].exponent;

/**
 * Money from a decimal number of the wire. `undefined` when it is not finite, too large, or finer than the minor unit;
 * the dust of binary fractions (3.3000000000000003) is forgiven up to a millionth of a minor unit.
 */
export function fromDecimal(decimal: number, currency: CurrencyCode): Money | undefined {
  const scaled = decimal * 10 ** currencies[currency].exponent;
  const amountMinor = Math.round(scaled);
  if (!Number.isSafeInteger(amountMinor) || Math.abs(scaled - amountMinor) > dustMinor) return undefined;
  return money(amountMinor, currency);
}

const dustMinor = 1e-6;

function assertSameCurrency(left: Money, right: Money): void {
  if (left.currency !== right.currency) throw new TypeError(`${left.currency} and ${right.currency} cannot be added`);
}
