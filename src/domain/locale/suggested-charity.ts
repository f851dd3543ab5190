import type { CountryCode } from './countries.ts';

/**
 * Returns the region code of a country. It is the id of the charity suggested for the country (spec-readings, Pages): US and
 * MX 7, CA 6, Europe 9, Middle East 8, all others 5.
 */
export function regionCode(country: CountryCode): number {
  if (country === 'US' || country === 'MX') return 7;
  if (country === 'CA') return 6;
  if (european.has(country)) return 9;
  return middleEastern.has(country) ? 8 : 5;
}

/** Returns the charity suggested for a country, otherwise the first one; `undefined` for an empty list (spec 4). */
export function suggestedCharity<Charity extends { readonly id: number }>(
  charities: readonly Charity[],
  country: CountryCode,
): Charity | undefined {
  return charities.find((charity) => charity.id === regionCode(country)) ?? charities[0];
}

const european = new Set(['GB', 'DE', 'FR', 'IT', 'ES', 'CH']);
const middleEastern = new Set(['AE', 'SA', 'QA', 'KW', 'BH', 'OM', 'JO', 'LB', 'IL', 'TR']);
