import type { JSX } from 'react';
import { registrationCountries } from '#contract/account.ts';
import { SelectField } from './fields.tsx';

/** The prompt option. Its value may not be empty (spec 5); the contract refuses it. */
const noCountry = { value: 'none', label: 'Select a country' } as const;

interface CountryFieldProps {
  readonly id: string;
  /** The preselected country; without one, the prompt is selected. */
  readonly country?: string;
  readonly problem: string | undefined;
}

/** A select named `country` with the countries that an account can have. */
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

/** The countries with their English names, in the spec's order. */
function countryOptions(): readonly { readonly value: string; readonly label: string }[] {
  const names = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'code' });
  return registrationCountries.map((code) => ({
    value: code,
    label: code === 'OTHER' ? 'Other' : (names.of(code) ?? code),
  }));
}
