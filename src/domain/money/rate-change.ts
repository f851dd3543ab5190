import { divideHalfAwayFromZero } from './rounding.ts';

/** Converts a rate to billionths. Rates have at most nine decimals, so the result is exact. */
export function toBillionths(units: string): bigint {
  const [whole = '0', fraction = ''] = units.split('.');
  return BigInt(whole + fraction.padEnd(9, '0'));
}

/** Describes a change of a rate in percent with one decimal, such as `+2.9%`. */
export function describeChange(before: string, after: string): string {
  const tenths = Number(
    divideHalfAwayFromZero((toBillionths(after) - toBillionths(before)) * 1000n, toBillionths(before)),
  );
  return `${tenths < 0 ? '−' : '+'}${(Math.abs(tenths) / 10).toFixed(1)}%`;
}
