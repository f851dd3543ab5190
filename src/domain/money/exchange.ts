import { baseCurrency, currencies, type CurrencyCode } from './currency.ts';
import { money, type Money } from './money.ts';
import { divideHalfAwayFromZero } from './rounding.ts';

/** Units of each currency per US dollar, as decimal text. Every donation keeps the rate and the day that applied to it. */
export interface RateTable {
  /** The number of the published version; absent if the rates are those of the build. */
  readonly version?: number | undefined;
  /** The day of the charge currency's rate, YYYY-MM-DD. */
  readonly setOn: string;
  readonly unitsPerDollar: Readonly<Record<CurrencyCode, string>>;
  /** Currencies whose prices are shown in US dollars, because their rates are too old; absent if there are none. */
  readonly inDollars?: readonly CurrencyCode[] | undefined;
}

/** The rates of a new installation, relative to USD (spec 9). */
export const specRates: RateTable = {
  setOn: '2026-11-21',
  unitsPerDollar: {
    USD: '1',
    CAD: '1.36',
    MXN: '16.75',
    GBP: '0.78',
    EUR: '0.92',
    CHF: '0.88',
    AED: '3.67',
    SAR: '3.75',
    QAR: '3.64',
    ZAR: '18.5',
    NGN: '1550',
    EGP: '47.5',
    JPY: '151',
    CNY: '7.2',
    AUD: '1.52',
    INR: '83.5',
  },
};

/** Converts from the base currency, rounded half away from zero to the target's minor unit. */
export function fromBase(amount: Money, currency: CurrencyCode, rates: RateTable): Money {
  if (amount.currency !== baseCurrency) throw new TypeError(`${amount.currency} is not the base currency`);
  const rate = ratioOf(rates.unitsPerDollar[currency]);
  return scale(amount, currency, rate.numerator, rate.denominator);
}

/** Converts to the base currency: divides by the rate and rounds to the cent (spec 4, Custom Amount). */
export function toBase(amount: Money, rates: Pick<RateTable, 'unitsPerDollar'>): Money {
  const rate = ratioOf(rates.unitsPerDollar[amount.currency]);
  return scale(amount, baseCurrency, rate.denominator, rate.numerator);
}

function scale(amount: Money, currency: CurrencyCode, numerator: bigint, denominator: bigint): Money {
  const dividend = BigInt(amount.amountMinor) * numerator * powerOfTen(currencies[currency].exponent);
  const divisor = denominator * powerOfTen(currencies[amount.currency].exponent);
  return money(Number(divideHalfAwayFromZero(dividend, divisor)), currency);
}

function ratioOf(decimal: string): { numerator: bigint; denominator: bigint } {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return { numerator: BigInt(whole + fraction), denominator: powerOfTen(fraction.length) };
}

const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent);
