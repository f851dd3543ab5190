import type { JSX } from 'react';
import { removeSecondFactorRequest } from '#contract/account-care.ts';
import { accountEndpoints } from '#contract/account-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { showToast } from '#web/ui/toast.ts';
import { CodeField } from './code-field.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import { SaveButton } from '#web/ui/save-button.tsx';
import { useAccountForm } from './use-account-form.ts';

/** Takes the second step away again, by password and code. */
export function SecondFactorRemoval({ onRemoved }: { readonly onRemoved: () => void }): JSX.Element {
  const { problems, isSubmitting, formProps } = useAccountForm(
    removeSecondFactorRequest,
    async (body) => {
      await callEndpoint(accountEndpoints.removeSecondFactor, { body });
      showToast({ title: 'Two-step sign-in is off', description: 'Your password alone lets you in now.' });
      onRemoved();
    },
    {
      title: 'Two-step sign-in is still on',
      fields: { password_wrong: 'password', code_wrong: 'code', too_many_requests: 'password' },
    },
  );
  return (
    <form {...formProps} className="form-fields" aria-label="Turn two-step sign-in off">
      <CurrentPasswordField id="removal-password" problem={problems['password']} />
      <CodeField id="removal-code" hint="The six digits, or one of your recovery codes." problem={problems['code']} />
      <SaveButton isSaving={isSubmitting} savingText="Turning off…" tone="secondary">
        Turn off
      </SaveButton>
    </form>
  );
}
