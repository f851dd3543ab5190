import type { CountryCode } from '#domain/locale/countries.ts';

const letterToRegionalIndicator = 0x1f1e6 - 'A'.charCodeAt(0);

/** A country's flag as text; systems without flag pictures show the two letters. */
export const flagOf = (country: CountryCode): string =>
  String.fromCodePoint(...Array.from(country, (letter) => letter.charCodeAt(0) + letterToRegionalIndicator));
