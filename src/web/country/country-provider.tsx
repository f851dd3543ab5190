import { createContext, use, useLayoutEffect, useState, useSyncExternalStore, type JSX, type ReactNode } from 'react';
import { formatMoneyFor } from '#domain/money/format.ts';
import type { Money } from '#domain/money/money.ts';
import { createCountryStore, prerenderedChoice, type CountryChoice, type CountryStore } from './country-store.ts';

const CountryContext = createContext<CountryStore | undefined>(undefined);

/**
 * Provides the visitor's country: the default while prerendering and hydrating, then the stored or detected one (spec 4).
 * Everything that depends on it has the class `follows-country`, which hides it until the country is known: no price changes on
 * screen. The context is a store that never changes, because a changed context would make React hydrate all of the page first.
 */
export function CountryProvider({ children }: { readonly children: ReactNode }): JSX.Element {
  const [store] = useState(createCountryStore);
  return <CountryContext value={store}>{children}</CountryContext>;
}

/** Returns the visitor's country and currency. Throws outside a `CountryProvider`. */
export function useCountry(): CountryChoice {
  const store = use(CountryContext);
  if (!store) throw new Error('useCountry must be used inside a CountryProvider');
  return useSyncExternalStore(store.subscribe, store.read, () => prerenderedChoice);
}

/** Returns a function that formats amounts for this visitor. US dollars are `US$` if the visitor's currency is another one. */
export function useMoneyFormat(): (amount: Money) => string {
  const { currency } = useCountry();
  return (amount) => formatMoneyFor(amount, currency);
}

/** Once the country is known, shows what `follows-country` hides. Rendered with the page, whose prices change at that moment. */
export function ShownCountry(): null {
  const { country, isKnown } = useCountry();
  useLayoutEffect(() => {
    if (isKnown) document.documentElement.dataset['country'] = country;
  }, [country, isKnown]);
  return null;
}
