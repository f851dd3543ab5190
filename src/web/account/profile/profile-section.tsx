import { useQueryClient } from '@tanstack/react-query';
import { useMemo, type JSX } from 'react';
import { profileRequest, type AccountResponse, type ProfileRequest } from '#contract/account/account-settings.ts';
import { accountCalls } from '#contract/calls/account.ts';
import { callEndpoint } from '#web/api.ts';
import { refreshDonorResponses } from '#web/session/index.ts';
import { CountryField } from '#web/ui/form/country-field.tsx';
import { SelectField, TextField } from '#web/ui/form/fields.tsx';
import { SaveButton } from '#web/ui/form/save-button.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import { AccountSection } from '../account-section.tsx';
import { storeAccount } from '../use-account.ts';
import { useAccountForm } from '../use-account-form.ts';
import { timeZoneGroups } from './time-zone-groups.ts';

export function ProfileSection({ account }: { readonly account: AccountResponse }): JSX.Element {
  const { problems, isSubmitting, formProps } = useAccountForm(profileRequest, useSaveProfile(), {
    title: "We couldn't save your profile",
    fields: { invalid_request: 'timeZone' }, // the one field that only the server can check
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
    storeAccount(cache, await callEndpoint(accountCalls.updateProfile, { body }));
    void refreshDonorResponses(cache); // streaks depend on the time zone
    showToast({ title: 'Profile saved', description: 'Your profile is up to date.' });
  };
}

interface TimeZoneFieldProps {
  /** The account's time zone. */
  readonly chosen: string;
  readonly problem: string | undefined;
}

function TimeZoneField({ chosen, problem }: TimeZoneFieldProps): JSX.Element {
  const groups = useMemo(() => timeZoneGroups({ own: ownTimeZone(), chosen, all: allTimeZones() }), [chosen]);
  return (
    <SelectField
      id="profile-time-zone"
      name="timeZone"
      label="Time zone"
      hint="The Rewards page takes today's date from this time zone."
      defaultValue={chosen}
      problem={problem}
    >
      {groups.map(({ label, zones }) => (
        <optgroup key={label} label={label}>
          {zones.map((zone) => (
            <option key={zone.value} value={zone.value}>
              {zone.label}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}

const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const allTimeZones = (): readonly string[] => Intl.supportedValuesOf('timeZone');
