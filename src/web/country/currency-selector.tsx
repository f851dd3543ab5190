import { useId, type JSX } from 'react';
import { countries, currencyOf, isListedCountry, type CountryCode } from '#domain/locale/countries.ts';
import { currencies } from '#domain/money/currency.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { useCountry } from './country-provider.tsx';
import { flagOf } from './flag.ts';

interface CurrencySelectorProps {
  /** Whether the country's name stands beside flag and code: where there is room for it. */
  readonly hasName?: boolean;
  readonly className?: string;
}

/**
 * Chooses the country whose money the page shows. Closed it shows flag and code; its list names country, code, symbol and
 * currency. The list is the browser's own, laid over what is shown: it is the best one on every phone.
 */
export function CurrencySelector({ hasName = false, className = '' }: CurrencySelectorProps): JSX.Element {
  const { country, currency, chooseCountry } = useCountry();
  const isHydrated = useIsHydrated();
  const id = useId();
  return (
    <div className={`currency-selector ${className}`}>
      <label htmlFor={id} className="sr-only">
        Country and currency
      </label>
      <span aria-hidden="true" className="currency-selector-face">
        <span className="text-lg">{flagOf(country)}</span>
        {hasName && <span>{countryName(country)}</span>}
        <span>{currency}</span>
        <Icon name="chevron" className="size-4" />
      </span>
      <select id={id} value={country} disabled={!isHydrated} onChange={(event) => chooseCountry(event.target.value)}>
        {entriesFor(country).map((code) => (
          <option key={code} value={code}>
            {entryText(code)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The listed countries, with the visitor's own in front when the list lacks it (rulings: it is kept and uses US money). */
function entriesFor(country: CountryCode): readonly CountryCode[] {
  const listed = Object.keys(countries);
  return isListedCountry(country) ? listed : [country, ...listed];
}

function entryText(country: CountryCode): string {
  const currency = currencyOf(country);
  const { symbol, name } = currencies[currency];
  return `${flagOf(country)} ${countryName(country)} – ${currency} ${symbol.trim()} ${name}`;
}

/** A country's English name; its code when the browser does not know one. */
function countryName(country: CountryCode): string {
  if (isListedCountry(country)) return countries[country].name;
  return new Intl.DisplayNames('en-US', { type: 'region', fallback: 'code' }).of(country) ?? country;
}
