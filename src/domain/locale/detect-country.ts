import type { CountryCode } from './countries.ts';

/**
 * Returns the visitor's country (spec 4, Country/currency): the region subtag of the browser's language, otherwise a guess from
 * the UTC offset. `es-419` and plain `en` name no country, so the offset decides.
 * @param language BCP 47 tag of the browser, such as `zh-Hans-CN`
 * @param minutesEastOfUtc offset of the visitor's clock; New York in winter is -300
 */
export const detectCountry = (language: string, minutesEastOfUtc: number): CountryCode =>
  regionSubtag(language) ?? guessFromOffset(minutesEastOfUtc);

/** Returns the two-letter region subtag in upper case; `undefined` if there is none. */
function regionSubtag(language: string): CountryCode | undefined {
  const subtags = language.split(/[-_]/);
  const extensions = subtags.findIndex((subtag) => subtag.length === 1); // what follows u-, x- and the like is not a region
  const [, ...candidates] = extensions === -1 ? subtags : subtags.slice(0, extensions);
  return candidates.find((subtag) => /^[a-z]{2}$/i.test(subtag))?.toUpperCase();
}

function guessFromOffset(minutes: number): CountryCode {
  if (minutes >= -600 && minutes <= -360) return 'US';
  if (minutes >= -120 && minutes <= 60) return 'GB';
  if (minutes >= 120 && minutes <= 240) return 'AE';
  return 'US';
}
