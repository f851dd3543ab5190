import type { CountryCode } from '#domain/locale/countries.ts';
import { detectCountry } from '#domain/locale/detect-country.ts';
import { readKeptCountry } from './stored-country.ts';

/** Country when nothing can be found out (spec 8, Country detection failure). */
const fallbackCountry = 'US' satisfies CountryCode;

/** The country a visitor chose before, else the one that language and clock of the browser suggest. */
export function findCountry(): CountryCode {
  try {
    return readKeptCountry() ?? detectCountry(navigator.language, -new Date().getTimezoneOffset());
  } catch (problem) {
    console.error('The country could not be detected', problem);
    return fallbackCountry;
  }
}
