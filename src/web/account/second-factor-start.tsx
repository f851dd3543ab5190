import type { JSX } from 'react';
import type * as z from 'zod/mini';
import { startSecondFactorRequest, type secondFactorAnswer } from '#contract/account-care.ts';
import { accountEndpoints } from '#contract/account-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { SaveButton } from '#web/ui/save-button.tsx';
import { useAccountForm } from './use-account-form.ts';

/** The secret that the authenticator is to share, and both as an address for a QR code. */
export type AuthenticatorKey = z.infer<typeof secondFactorAnswer>;

/** The first step: proves who it is, and has the server draw a secret. */
export function SecondFactorStart({ onStarted }: { onStarted: (key: AuthenticatorKey) => void }): JSX.Element {
  const { problems, isSubmitting, formProps } = useAccountForm(
    startSecondFactorRequest,
    async (body) => onStarted(await callEndpoint(accountEndpoints.startSecondFactor, { body })),
    {
      title: 'Two-step sign-in was not set up',
      fields: { password_wrong: 'password', too_many_requests: 'password' },
    },
  );
  return (
    <form {...formProps} className="form-fields" aria-label="Set up two-step sign-in">
      <p>You need an authenticator app on your phone. First, please prove that it is you.</p>
      <CurrentPasswordField id="factor-password" problem={problems['password']} />
      <SaveButton isSaving={isSubmitting} savingText="Checking…">
        Set up
      </SaveButton>
    </form>
  );
}
