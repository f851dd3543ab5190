export { CountryProvider, ShownCountry, useCountry, useMoneyFormat } from './country-provider.tsx';
export { CurrencySelector } from './currency-selector.tsx';
export { useNumberSeparators } from './number-separators.ts';
