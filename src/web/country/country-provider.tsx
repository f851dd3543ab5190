import {
  createContext,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type JSX,
  type ReactNode,
} from 'react';
import { currencyOf, defaultCountry, type CountryCode } from '#domain/locale/countries.ts';
import { detectCountry } from '#domain/locale/detect-country.ts';
import { baseCurrency, type CurrencyCode } from '#domain/money/currency.ts';
import { formatMoneyFor } from '#domain/money/format.ts';
import type { Money } from '#domain/money/money.ts';
import { storedInBrowser } from '#web/browser-storage.ts';

/** The visitor's country and its currency. */
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

const CountryContext = createContext<CountryChoice | undefined>(undefined);

/**
 * Provides the visitor's country: the default while prerendering and hydrating, then the stored or detected one (spec 4).
 * Whatever depends on it has the class `follows-country`, which hides it until the country is known: no price changes on
 * screen.
 */
export function CountryProvider({ children }: { readonly children: ReactNode }): JSX.Element {
  const [known, setKnown] = useState<CountryCode>();
  const [inDollars, setInDollars] = useState<readonly CurrencyCode[]>([]);
  // In a transition: otherwise React would discard the parts of the page that are not hydrated yet.
  useEffect(() => startTransition(() => setKnown(findCountry())), []);
  useLayoutEffect(() => {
    if (known !== undefined) document.documentElement.dataset['country'] = known; // shows what `follows-country` hides
  }, [known]);
  const choice = useMemo(() => {
    const country = known ?? defaultCountry;
    const currencyIn = (place: CountryCode): CurrencyCode => {
      const currency = currencyOf(place);
      return inDollars.includes(currency) ? baseCurrency : currency;
    };
    return {
      country,
      currency: currencyIn(country),
      currencyIn,
      isKnown: known !== undefined,
      chooseCountry: (chosen: CountryCode): void => {
        storedCountry.write(chosen);
        setKnown(chosen);
      },
      setInDollars,
    };
  }, [known, inDollars]);
  return <CountryContext value={choice}>{children}</CountryContext>;
}

/** The visitor's country and currency. Throws outside a `CountryProvider`. */
export function useCountry(): CountryChoice {
  const choice = use(CountryContext);
  if (!choice) throw new Error('useCountry must be used inside a CountryProvider');
  return choice;
}

/** Formats amounts for this visitor. US dollars are written `US$` where prices are in another currency. */
export function useMoneyFormat(): (amount: Money) => string {
  const { currency } = useCountry();
  return (amount) => formatMoneyFor(amount, currency);
}

/** Used when detection fails (spec 8, Country detection failure). */
const fallbackCountry = 'US' satisfies CountryCode;

/** The country the visitor chose earlier, otherwise the one that the browser's language and time zone suggest. */
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
