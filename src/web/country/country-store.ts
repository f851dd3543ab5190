import { currencyOf, defaultCountry, type CountryCode } from '#domain/locale/countries.ts';
import { detectCountry } from '#domain/locale/detect-country.ts';
import { baseCurrency, type CurrencyCode } from '#domain/money/currency.ts';
import { storedInBrowser } from '#web/browser-storage.ts';

/** The visitor's country, and the currency in which they see prices. */
export interface CountryChoice {
  readonly country: CountryCode;
  readonly currency: CurrencyCode;
  /** The currency in which visitors from a country see prices. */
  readonly currencyIn: (country: CountryCode) => CurrencyCode;
  /** False while prerendering and hydrating. Until it is true, the country is the default one. */
  readonly isKnown: boolean;
  readonly chooseCountry: (country: CountryCode) => void;
  /** Shows US dollars instead of these currencies, whose rates are too old. */
  readonly setInDollars: (currencies: readonly CurrencyCode[]) => void;
}

export interface CountryStore {
  readonly read: () => CountryChoice;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Creates the store of one visitor's choice. The country is found when the choice is first read. */
export function createCountryStore(): CountryStore {
  const listeners = new Set<() => void>();
  let inDollars: readonly CurrencyCode[] = [];
  let choice: CountryChoice | undefined;
  const choiceOf = (country: CountryCode): CountryChoice => ({
    ...amountsFor(country, inDollars),
    isKnown: true,
    chooseCountry,
    setInDollars,
  });
  const read = (): CountryChoice => (choice ??= choiceOf(findCountry()));
  const change = (country: CountryCode): void => {
    choice = choiceOf(country);
    listeners.forEach((listener) => listener());
  };
  const chooseCountry = (chosen: CountryCode): void => {
    storedCountry.write(chosen);
    change(chosen);
  };
  const setInDollars = (currencies: readonly CurrencyCode[]): void => {
    if (currencies.join() === inDollars.join()) return;
    inDollars = currencies;
    change(read().country);
  };
  return {
    read,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const amountsFor = (
  country: CountryCode,
  inDollars: readonly CurrencyCode[],
): Pick<CountryChoice, 'country' | 'currency' | 'currencyIn'> => {
  const currencyIn = (code: CountryCode): CurrencyCode => {
    const currency = currencyOf(code);
    return inDollars.includes(currency) ? baseCurrency : currency;
  };
  return { country, currency: currencyIn(country), currencyIn };
};

/** The choice on the prerendered page, which is the same for all visitors. */
export const prerenderedChoice: CountryChoice = {
  ...amountsFor(defaultCountry, []),
  isKnown: false,
  chooseCountry: () => undefined,
  setInDollars: () => undefined,
};

/** Used when detection fails (spec 8, Country detection failure). */
const fallbackCountry = 'US' satisfies CountryCode;

/** Returns the country the visitor chose earlier, otherwise the one that the browser's language and time zone suggest. */
function findCountry(): CountryCode {
  try {
    return readStoredCountry() ?? detectCountry(navigator.language, -new Date().getTimezoneOffset());
  } catch (problem) {
    console.error('The country could not be detected', problem);
    return fallbackCountry;
  }
}

/** The visitor's own choice. */
const storedCountry = storedInBrowser('country');

function readStoredCountry(): CountryCode | undefined {
  const stored = storedCountry.read();
  return stored !== null && /^[A-Z]{2}$/.test(stored) ? stored : undefined;
}
