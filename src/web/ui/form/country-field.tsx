import type { JSX } from 'react';
import { registrationCountries } from '#contract/account/account.ts';
import { SelectField } from './fields.tsx';

/** The value of the prompt option. It must not be empty (spec 5). The contract refuses it. */
const noCountry = 'none';

interface CountryFieldProps {
  readonly id: string;
  /** The preselected country; one that is not listed selects the prompt. */
  readonly country: string;
  /** True if the prompt is offered as the first option. */
  readonly hasPrompt?: boolean;
  readonly problem: string | undefined;
  readonly onChange?: () => void;
}

/** A select named `country` with the countries that an account can have. */
export const CountryField = ({ id, country, hasPrompt = false, problem, onChange }: CountryFieldProps): JSX.Element => (
  <SelectField
    id={id}
    name="country"
    label="Country"
    autoComplete="country"
    defaultValue={isListed(country) ? country : noCountry}
    onChange={onChange}
    problem={problem}
  >
    {hasPrompt && <option value={noCountry}>Select a country</option>}
    {countryOptions().map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </SelectField>
);

const isListed = (country: string): boolean => registrationCountries.some((code) => code === country);

/** Returns the countries with their English names, in the spec's order. */
function countryOptions(): readonly { readonly value: string; readonly label: string }[] {
  const names = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'code' });
  return registrationCountries.map((code) => ({
    value: code,
    label: code === 'OTHER' ? 'Other' : (names.of(code) ?? code),
  }));
}
