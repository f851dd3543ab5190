import { useQueryClient } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import {
  removeSecondFactorRequest,
  startSecondFactorRequest,
  type AccountResponse,
} from '#contract/account/account-settings.ts';
import { accountCalls } from '#contract/calls/account.ts';
import { callEndpoint } from '#web/api.ts';
import { SaveButton } from '#web/ui/form/save-button.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import { focusHeading } from '../account-section.tsx';
import { CurrentPasswordField } from '../current-password-field.tsx';
import { refreshDevices } from '../devices/use-devices.ts';
import { storeAccount } from '../use-account.ts';
import { useAccountForm } from '../use-account-form.ts';
import { CodeField, ConnectAuthenticator, type AuthenticatorKey } from './connect-authenticator.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Step =
  | { readonly code: 'idle' }
  | { readonly code: 'connecting'; readonly key: AuthenticatorKey }
  | { readonly code: 'saving_codes'; readonly recoveryCodes: readonly string[] };

/** Turns two-step sign-in on (password, authenticator, recovery codes) or off. */
export default function SecondFactor({ account }: { readonly account: AccountResponse }): JSX.Element {
  const cache = useQueryClient();
  const [step, setStep] = useState<Step>({ code: 'idle' });
  const storeFactor = (hasSecondFactor: boolean): void => storeAccount(cache, { ...account, hasSecondFactor });
  const finish = (): void => {
    setStep({ code: 'idle' });
    focusHeading('second-factor');
  };
  switch (step.code) {
    case 'connecting':
      return (
        <ConnectAuthenticator
          authenticatorKey={step.key}
          onCancel={finish}
          onConfirmed={(recoveryCodes) => {
            setStep({ code: 'saving_codes', recoveryCodes });
            storeFactor(true);
            void refreshDevices(cache);
          }}
        />
      );
    case 'saving_codes':
      return <RecoveryCodes codes={step.recoveryCodes} onSaved={finish} />;
    case 'idle':
      return account.hasSecondFactor ? (
        <TurnOffForm
          onRemoved={() => {
            storeFactor(false);
            focusHeading('second-factor');
          }}
        />
      ) : (
        <SetUpForm onStarted={(key) => setStep({ code: 'connecting', key })} />
      );
  }
}

/** The first step: the server returns a secret in exchange for the password. */
function SetUpForm({ onStarted }: { readonly onStarted: (key: AuthenticatorKey) => void }): JSX.Element {
  const { problems, isSubmitting, formProps } = useAccountForm(
    startSecondFactorRequest,
    async (body) => onStarted(await callEndpoint(accountCalls.startSecondFactor, { body })),
    {
      title: "We couldn't set up two-step sign-in",
      fields: { password_wrong: 'password', too_many_requests: 'password' },
    },
  );
  return (
    <form {...formProps} className="form-fields" aria-label="Set up two-step sign-in">
      <p>You need an authenticator app on your phone. First, please confirm it&apos;s you.</p>
      <CurrentPasswordField id="factor-password" problem={problems['password']} />
      <SaveButton isSaving={isSubmitting} savingText="Checking…">
        Set up
      </SaveButton>
    </form>
  );
}

function TurnOffForm({ onRemoved }: { readonly onRemoved: () => void }): JSX.Element {
  const { problems, isSubmitting, formProps } = useAccountForm(
    removeSecondFactorRequest,
    async (body) => {
      await callEndpoint(accountCalls.removeSecondFactor, { body });
      showToast({ title: 'Two-step sign-in is off', description: 'You now sign in with your password alone.' });
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
      <CodeField
        id="removal-code"
        hint="The 6-digit code from your authenticator app, or one of your recovery codes."
        problem={problems['code']}
      />
      <SaveButton isSaving={isSubmitting} savingText="Turning off…" tone="secondary">
        Turn off
      </SaveButton>
    </form>
  );
}
