import { currencies, type CurrencyCode } from './currency.ts';
import { divideHalfAwayFromZero } from './rounding.ts';

/** A whole number of minor units (cents, or yen for JPY) in one currency. Ledger amounts may be negative. */
export interface Money {
  readonly amountMinor: number;
  readonly currency: CurrencyCode;
}

/** Creates money. Throws RangeError if the number is not a safe integer, because money is never a fraction. */
export function money(amountMinor: number, currency: CurrencyCode): Money {
  if (!Number.isSafeInteger(amountMinor))
    throw new RangeError(`${amountMinor} ${currency} is not a whole number of minor units`);
  return { amountMinor: amountMinor === 0 ? 0 : amountMinor, currency }; // no negative zero
}

export const zero = (currency: CurrencyCode): Money => money(0, currency);

/** Throws TypeError across currencies. */
export function add(left: Money, right: Money): Money {
  assertSameCurrency(left, right);
  return money(left.amountMinor + right.amountMinor, left.currency);
}

/** Throws TypeError across currencies. */
export const subtract = (left: Money, right: Money): Money => add(left, negate(right));

export const negate = (amount: Money): Money => money(-amount.amountMinor, amount.currency);

/** Multiplies an amount by a whole number. */
export const multiply = (amount: Money, times: number): Money => money(amount.amountMinor * times, amount.currency);

/** Returns a percentage of an amount, rounded half away from zero to the minor unit. `percent` is whole. */
export const percentOf = (amount: Money, percent: number): Money => basisPointsOf(amount, percent * 100);

/** Returns whole hundredths of a percent of an amount, rounded half away from zero to the minor unit. */
export function basisPointsOf(amount: Money, basisPoints: number): Money {
  const scaled = BigInt(amount.amountMinor) * BigInt(basisPoints);
  return money(Number(divideHalfAwayFromZero(scaled, 10_000n)), amount.currency);
}

/** Returns `amount` × `part` / `whole`, rounded half away from zero to the minor unit. `whole` is not zero. */
export function shareOf(amount: Money, part: Money, whole: Money): Money {
  const scaled = BigInt(amount.amountMinor) * BigInt(part.amountMinor);
  return money(Number(divideHalfAwayFromZero(scaled, BigInt(whole.amountMinor))), amount.currency);
}

/** Adds up amounts. `currency` is that of the sum of an empty list. */
export const sum = (amounts: readonly Money[], currency: CurrencyCode): Money => amounts.reduce(add, zero(currency));

export const isSameMoney = (left: Money, right: Money): boolean =>
  left.currency === right.currency && left.amountMinor === right.amountMinor;

/** Returns true if two amounts differ by at most `toleranceMinor`; false across currencies. */
export const isWithin = (left: Money, right: Money, toleranceMinor: number): boolean =>
  left.currency === right.currency && Math.abs(left.amountMinor - right.amountMinor) <= toleranceMinor;

/** Returns the decimal number for JSON: US$3.50 is 3.5 (spec-readings, Money). Never use it for arithmetic. */
export const toDecimal = (amount: Money): number => amount.amountMinor / 10 ** currencies[amount.currency].exponent;

/**
 * Parses a decimal number from JSON. Returns `undefined` if it is not finite, too large, or finer than the minor unit. Tolerates
 * an error of up to a millionth of a minor unit, because binary fractions are inexact (3.3000000000000003).
 */
export function fromDecimal(decimal: number, currency: CurrencyCode): Money | undefined {
  const scaled = decimal * 10 ** currencies[currency].exponent;
  const amountMinor = Math.round(scaled);
  if (!Number.isSafeInteger(amountMinor) || Math.abs(scaled - amountMinor) > binaryErrorMinor) return undefined;
  return money(amountMinor, currency);
}

const binaryErrorMinor = 1e-6;

function assertSameCurrency(left: Money, right: Money): void {
  if (left.currency !== right.currency) throw new TypeError(`${left.currency} and ${right.currency} cannot be added`);
}
