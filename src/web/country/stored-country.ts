import type { CountryCode } from '#domain/locale/countries.ts';

const countryKey = 'country';

/** The country that was chosen in this browser; `undefined` when none was, or when the store may not be read. */
export function readKeptCountry(): CountryCode | undefined {
  const kept = readText();
  return kept !== null && /^[A-Z]{2}$/.test(kept) ? kept : undefined;
}

/** Keeps a choice for the next visit. */
export function keepCountry(country: CountryCode): void {
  try {
    window.localStorage.setItem(countryKey, country);
  } catch {
    return; // a forbidden or full store: the choice holds for this visit
  }
}

function readText(): string | null {
  try {
    return window.localStorage.getItem(countryKey);
  } catch {
    return null;
  }
}
