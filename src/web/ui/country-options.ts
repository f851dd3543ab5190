import { registrationCountries } from '#contract/account.ts';

/** The select's first option: no country yet. Its value may not be empty (spec 5), and the contract refuses it. */
export const noCountry = { value: 'none', label: 'Select a country' } as const;

/** The countries of the registration form by their English names, in the spec's order. */
export function countryOptions(): readonly { readonly value: string; readonly label: string }[] {
  const names = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'code' });
  return registrationCountries.map((code) => ({
    value: code,
    label: code === 'OTHER' ? 'Other' : (names.of(code) ?? code),
  }));
}
