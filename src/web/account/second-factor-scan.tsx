import { lazy, Suspense, type JSX } from 'react';
import { confirmSecondFactorRequest } from '#contract/account-care.ts';
import { accountEndpoints } from '#contract/account-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CodeField } from './code-field.tsx';
import { SaveButton } from '#web/ui/save-button.tsx';
import type { AuthenticatorKey } from './second-factor-start.tsx';
import { useAccountForm } from './use-account-form.ts';

// Without it the secret still stands there as text.
const QrCode = lazy(() => import('#web/ui/qr-code.tsx').catch(() => ({ default: () => null })));

interface SecondFactorScanProps {
  readonly authenticatorKey: AuthenticatorKey;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** The second step: brings the secret into the authenticator, and has it prove so. */
export function SecondFactorScan({ authenticatorKey, onConfirmed, onCancel }: SecondFactorScanProps): JSX.Element {
  const { problems, isSubmitting, formProps } = useAccountForm(
    confirmSecondFactorRequest,
    async (body) => {
      const { recoveryCodes } = await callEndpoint(accountEndpoints.confirmSecondFactor, { body });
      onConfirmed(recoveryCodes);
    },
    { title: 'Two-step sign-in is not on yet', fields: { code_wrong: 'code', too_many_requests: 'code' } },
  );
  return (
    <form {...formProps} className="form-fields" aria-label="Connect your authenticator">
      <p>
        Scan this with your authenticator, or type the key into it. Then enter the code that it shows. Your other
        devices are signed out.
      </p>
      <div className="account-scan">
        <Suspense fallback={<Skeleton className="account-qr" />}>
          <QrCode text={authenticatorKey.uri} label="QR code for your authenticator" className="account-qr" />
        </Suspense>
        <div className="account-key">
          <p className="font-bold">Key</p>
          <p className="account-code">{inFours(authenticatorKey.secret)}</p>
          <a href={authenticatorKey.uri} className="link">
            Open in an authenticator on this device
          </a>
        </div>
      </div>
      <CodeField id="factor-code" hint="The six digits that it shows now." problem={problems['code']} takesFocus />
      <div className="flex flex-wrap gap-3">
        <SaveButton isSaving={isSubmitting} savingText="Checking…">
          Turn on
        </SaveButton>
        <Button tone="quiet" onClick={onCancel}>
          Not now
        </Button>
      </div>
    </form>
  );
}

/** A long text in groups of four, as it is easier to type. */
const inFours = (text: string): string => text.replaceAll(/.{4}(?=.)/g, '$& ');
