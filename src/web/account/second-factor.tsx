import { useQueryClient } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import type { AccountAnswer } from '#contract/account-care.ts';
import { focusHeading } from './focus-heading.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorRemoval } from './second-factor-removal.tsx';
import { SecondFactorScan } from './second-factor-scan.tsx';
import { SecondFactorStart, type AuthenticatorKey } from './second-factor-start.tsx';
import { keepAccount } from './use-account.ts';
import { refreshDevices } from './use-devices.ts';

/** How far setting it up has come. What was told once stays on the page until the donor has kept it. */
type Step =
  | { readonly code: 'resting' }
  | { readonly code: 'scanning'; readonly key: AuthenticatorKey }
  | { readonly code: 'keeping'; readonly recoveryCodes: readonly string[] };

/** The steps of two-step sign-in: password, authenticator, codes to keep; and the way back. */
export default function SecondFactor({ account }: { readonly account: AccountAnswer }): JSX.Element {
  const cache = useQueryClient();
  const [step, setStep] = useState<Step>({ code: 'resting' });
  const keepFactor = (hasSecondFactor: boolean): void => keepAccount(cache, { ...account, hasSecondFactor });
  const rest = (): void => {
    setStep({ code: 'resting' });
    focusHeading('second-factor');
  };
  switch (step.code) {
    case 'scanning':
      return (
        <SecondFactorScan
          authenticatorKey={step.key}
          onCancel={rest}
          onConfirmed={(recoveryCodes) => {
            setStep({ code: 'keeping', recoveryCodes });
            keepFactor(true);
            void refreshDevices(cache);
          }}
        />
      );
    case 'keeping':
      return <RecoveryCodes codes={step.recoveryCodes} onKept={rest} />;
    case 'resting':
      return account.hasSecondFactor ? (
        <SecondFactorRemoval
          onRemoved={() => {
            keepFactor(false);
            focusHeading('second-factor');
          }}
        />
      ) : (
        <SecondFactorStart onStarted={(key) => setStep({ code: 'scanning', key })} />
      );
  }
}
