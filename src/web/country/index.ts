export { CountryProvider, useCountry } from './country-provider.tsx';
export { CurrencySelector } from './currency-selector.tsx';
export { useNumberMarks } from './number-marks.ts';
