import { useId, type JSX } from 'react';
import { countries, isListedCountry, type CountryCode } from '#domain/locale/countries.ts';
import { currencies, type CurrencyCode } from '#domain/money/currency.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useCountry } from './country-provider.tsx';

interface CurrencySelectorProps {
  /** Shows the country's name beside flag and code. */
  readonly hasName?: boolean;
  readonly className?: string;
}

/**
 * Selects the country, and with it the display currency. When closed it shows flag and currency code; its entries show country,
 * code, symbol and currency name. An invisible native select covers it, because phones show native lists best.
 */
export function CurrencySelector({ hasName = false, className = '' }: CurrencySelectorProps): JSX.Element {
  const { country, currency, currencyIn, isKnown, chooseCountry } = useCountry();
  const id = useId();
  return (
    <div className={`currency-selector ${className}`}>
      <label htmlFor={id} className="sr-only">
        Country and currency
      </label>
      <span aria-hidden="true" className="currency-selector-face follows-country">
        <span className="text-lg">{flagOf(country)}</span>
        {hasName && <span>{countryName(country)}</span>}
        <span>{currency}</span>
        <Icon name="chevron" className="size-4" />
      </span>
      <select id={id} value={country} disabled={!isKnown} onChange={(event) => chooseCountry(event.target.value)}>
        {entriesFor(country).map((code) => (
          <option key={code} value={code}>
            {entryText(code, currencyIn(code))}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The listed countries. A detected country that is not listed comes first; it uses US dollars (spec-readings, Money). */
function entriesFor(country: CountryCode): readonly CountryCode[] {
  const listed = Object.keys(countries);
  return isListedCountry(country) ? listed : [country, ...listed];
}

function entryText(country: CountryCode, currency: CurrencyCode): string {
  const { symbol, name } = currencies[currency];
  return `${flagOf(country)} ${countryName(country)} – ${currency} ${symbol.trim()} ${name}`;
}

/** A country's English name, or its code if the browser has no name for it. */
function countryName(country: CountryCode): string {
  if (isListedCountry(country)) return countries[country].name;
  return new Intl.DisplayNames('en-US', { type: 'region', fallback: 'code' }).of(country) ?? country;
}

/** A country's flag as an emoji. Systems without flag emoji show the two letters. */
const flagOf = (country: CountryCode): string =>
  String.fromCodePoint(...Array.from(country, (letter) => letter.charCodeAt(0) + letterToRegionalIndicator));

const letterToRegionalIndicator = 0x1f1e6 - 'A'.charCodeAt(0);
