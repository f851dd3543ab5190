import type { JSX } from 'react';
import { countryOptions, noCountry } from './country-options.ts';
import { SelectField } from './select-field.tsx';

interface CountryFieldProps {
  readonly id: string;
  /** The country it starts on; without one it starts on the prompt to choose. */
  readonly country?: string;
  readonly problem: string | undefined;
}

/** The countries that an account can have, as a select named `country`. */
export const CountryField = ({ id, country = noCountry.value, problem }: CountryFieldProps): JSX.Element => (
  <SelectField id={id} name="country" label="Country" autoComplete="country" defaultValue={country} problem={problem}>
    {country === noCountry.value && <option value={noCountry.value}>{noCountry.label}</option>}
    {countryOptions().map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </SelectField>
);
