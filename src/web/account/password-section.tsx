import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useState, type JSX } from 'react';
import { changePasswordRequest, type AccountResponse } from '#contract/account/account-settings.ts';
import { accountCalls } from '#contract/calls/account.ts';
import { callEndpoint } from '#web/api.ts';
import { NewPasswordField } from '#web/ui/form/new-password-field.tsx';
import { SaveButton } from '#web/ui/form/save-button.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import { AccountSection } from './account-section.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import { refreshDevices } from './devices/use-devices.ts';
import { useAccountForm } from './use-account-form.ts';

export function PasswordSection({ account }: { readonly account: AccountResponse }): JSX.Element {
  const cache = useQueryClient();
  const [changes, setChanges] = useState(0);
  const { problems, isSubmitting, formProps } = useAccountForm(
    changePasswordRequest,
    async (body) => {
      await callEndpoint(accountCalls.changePassword, { body });
      showToast({ title: 'Password changed', description: 'Your other devices have been signed out.' });
      setChanges((count) => count + 1);
      void refreshDevices(cache);
    },
    {
      title: "We couldn't change your password",
      fields: { password_wrong: 'password', too_many_requests: 'password' },
    },
  );
  return (
    <AccountSection id="password" title="Password">
      <p className="text-muted">A new password signs out every other device.</p>
      <form {...formProps} className="form-fields" aria-label="Password">
        {/* Password managers store the new password under this name. */}
        <input type="text" name="username" autoComplete="username" defaultValue={account.username} hidden />
        <Fragment key={changes /* fresh, empty fields after each change */}>
          <CurrentPasswordField id="old-password" label="Current password" problem={problems['password']} />
          <NewPasswordField
            id="new-password"
            name="newPassword"
            label="New password"
            problem={problems['newPassword']}
          />
        </Fragment>
        <SaveButton isSaving={isSubmitting}>Change password</SaveButton>
      </form>
    </AccountSection>
  );
}
