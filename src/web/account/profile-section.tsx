import { useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { profileRequest, type AccountAnswer, type ProfileRequest } from '#contract/account-care.ts';
import { accountEndpoints } from '#contract/account-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { refreshDonorAnswers } from '#web/session/index.ts';
import { CountryField } from '#web/ui/country-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { AccountSection } from './account-section.tsx';
import { SaveButton } from '#web/ui/save-button.tsx';
import { TimeZoneField } from './time-zone-field.tsx';
import { keepAccount } from './use-account.ts';
import { useAccountForm } from './use-account-form.ts';

/** Who the donor is and where. */
export function ProfileSection({ account }: { readonly account: AccountAnswer }): JSX.Element {
  const { problems, isSubmitting, formProps } = useAccountForm(profileRequest, useSaveProfile(), {
    title: 'Your profile was not saved',
    fields: { invalid_request: 'timeZone' }, // the one thing that only the server knows
  });
  return (
    <AccountSection id="profile" title="Profile">
      <form {...formProps} className="form-fields" aria-label="Profile">
        <div className="form-pair">
          <TextField
            id="profile-first-name"
            name="firstName"
            label="First name (optional)"
            autoComplete="given-name"
            defaultValue={account.firstName ?? ''}
            problem={problems['firstName']}
          />
          <TextField
            id="profile-last-name"
            name="lastName"
            label="Last name (optional)"
            autoComplete="family-name"
            defaultValue={account.lastName ?? ''}
            problem={problems['lastName']}
          />
        </div>
        <div className="form-pair">
          <CountryField id="profile-country" country={account.country} problem={problems['country']} />
          <TimeZoneField chosen={account.timeZone} problem={problems['timeZone']} />
        </div>
        <SaveButton isSaving={isSubmitting}>Save profile</SaveButton>
      </form>
    </AccountSection>
  );
}

function useSaveProfile(): (body: ProfileRequest) => Promise<void> {
  const cache = useQueryClient();
  return async (body) => {
    keepAccount(cache, await callEndpoint(accountEndpoints.updateProfile, { body }));
    void refreshDonorAnswers(cache); // a streak ends with the day, and the day with the time zone
    showToast({ title: 'Profile saved', description: 'That is how we know you from now on.' });
  };
}
