import { lazy, Suspense, type JSX, type Ref } from 'react';
import type * as z from 'zod/mini';
import { confirmSecondFactorRequest, type secondFactorResponse } from '#contract/account/account-settings.ts';
import { accountCalls } from '#contract/calls/account.ts';
import { callEndpoint } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { SaveButton } from '#web/ui/form/save-button.tsx';
import { Skeleton } from '#web/ui/feedback/query-view.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { useAccountForm } from '../use-account-form.ts';

// If the QR code fails to load, the user can still type in the key next to it.
const QrCode = lazy(() => import('#web/ui/qr-code.tsx').catch(() => ({ default: () => null })));

/** The secret for the authenticator app, and the `otpauth:` address for its QR code. */
export type AuthenticatorKey = z.infer<typeof secondFactorResponse>;

interface ConnectAuthenticatorProps {
  readonly authenticatorKey: AuthenticatorKey;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** The second step of turning on two-step sign-in: the user adds the secret to the app and proves it with a code. */
export function ConnectAuthenticator({
  authenticatorKey,
  onConfirmed,
  onCancel,
}: ConnectAuthenticatorProps): JSX.Element {
  const { problems, isSubmitting, formProps } = useAccountForm(
    confirmSecondFactorRequest,
    async (body) => {
      const { recoveryCodes } = await callEndpoint(accountCalls.confirmSecondFactor, { body });
      onConfirmed(recoveryCodes);
    },
    { title: 'Two-step sign-in is not on yet', fields: { code_wrong: 'code', too_many_requests: 'code' } },
  );
  return (
    <form {...formProps} className="form-fields" aria-label="Connect your authenticator">
      <p>
        Scan this code with your authenticator app, or type in the key. Then enter the code the app shows. Your other
        devices will be signed out.
      </p>
      <div className="account-scan">
        <Suspense fallback={<Skeleton className="account-qr" />}>
          <QrCode text={authenticatorKey.uri} label="QR code for your authenticator" className="account-qr" />
        </Suspense>
        <div className="account-key">
          <p className="font-bold">Key</p>
          <p className="account-code">{groupByFour(authenticatorKey.secret)}</p>
          <a href={authenticatorKey.uri} className="link">
            Open in an authenticator app on this device
          </a>
        </div>
      </div>
      <CodeField
        ref={takeFocus}
        id="factor-code"
        hint="The 6-digit code from your authenticator app."
        problem={problems['code']}
      />
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

/** Splits a key into groups of four, which are easier to type. */
const groupByFour = (text: string): string => text.replaceAll(/.{4}(?=.)/g, '$& ');

/** A ref for an element that takes the focus when it appears. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();

interface CodeFieldProps {
  readonly ref?: Ref<HTMLInputElement>;
  readonly id: string;
  readonly hint: string;
  readonly problem: string | undefined;
}

/** A field named `code` for a code from the authenticator app or, where the hint says so, a recovery code. */
export const CodeField = (field: CodeFieldProps): JSX.Element => (
  <TextField
    {...field}
    name="code"
    label="Authenticator code"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    required
  />
);
