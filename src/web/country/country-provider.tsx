import { createContext, startTransition, use, useEffect, useMemo, useState, type JSX, type ReactNode } from 'react';
import { currencyOf, defaultCountry, type CountryCode } from '#domain/locale/countries.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import { findCountry } from './find-country.ts';
import { keepCountry } from './stored-country.ts';

/** The visitor's country, the currency that goes with it, and the way to choose another. */
export interface CountryChoice {
  readonly country: CountryCode;
  readonly currency: CurrencyCode;
  readonly chooseCountry: (country: CountryCode) => void;
}

const CountryContext = createContext<CountryChoice | undefined>(undefined);

/** Gives the page its country: the default while prerendering and hydrating, then the kept or detected one (spec 4). */
export function CountryProvider({ children }: { readonly children: ReactNode }): JSX.Element {
  const [country, setCountry] = useState<CountryCode>(defaultCountry);
  // As a transition, since a page that is not yet taken over would otherwise be emptied to be drawn anew in this country.
  useEffect(() => startTransition(() => setCountry(findCountry())), []);
  const choice = useMemo(
    () => ({
      country,
      currency: currencyOf(country),
      chooseCountry: (chosen: CountryCode): void => {
        keepCountry(chosen);
        setCountry(chosen);
      },
    }),
    [country],
  );
  return <CountryContext value={choice}>{children}</CountryContext>;
}

/** The visitor's country and currency. Throws outside a `CountryProvider`. */
export function useCountry(): CountryChoice {
  const choice = use(CountryContext);
  if (!choice) throw new Error('useCountry needs a CountryProvider above it');
  return choice;
}
