import { useQueryClient } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { useLocation } from 'wouter';
import * as z from 'zod/mini';
import { accountSettingsSentences, passwordResetRequest } from '#contract/account/account-settings.ts';
import { accountCalls } from '#contract/calls/account.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { forgetPrivateResponses } from '#web/session/index.ts';
import { Button } from '#web/ui/button.tsx';
import { NewPasswordField } from '#web/ui/form/new-password-field.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { showRefusal } from '#web/ui/form/show-refusal.ts';
import { showToast } from '#web/ui/toast/toast.ts';
import { useForm, type Submission } from '#web/ui/form/use-form.ts';
import { DeadLink, LinkPage, useLinkToken } from './link-page.tsx';

/** `/reset-password#{token}`: sets a new password, once per link. */
export default function ResetPasswordPage(): JSX.Element {
  return (
    <LinkPage
      title="Choose a new password"
      description="Choose a new password with the link we sent you."
      path="/reset-password"
    >
      <ResetPassword />
    </LinkPage>
  );
}

function ResetPassword(): JSX.Element {
  const link = useLinkToken();
  const [isRefused, setIsRefused] = useState(false);
  if (link.code === 'loading') return <Spinner label="Reading your link…" />;
  if (link.code === 'missing' || isRefused) {
    return (
      <DeadLink sentence={accountSettingsSentences.linkInvalid} to="/forgot-password">
        Request a new link
      </DeadLink>
    );
  }
  return <ResetForm token={link.token} onRefused={() => setIsRefused(true)} />;
}

interface ResetFormProps {
  readonly token: string;
  /** Called when the server refuses the link, for example because it has expired or was used. */
  readonly onRefused: () => void;
}

function ResetForm({ token, onRefused }: ResetFormProps): JSX.Element {
  const resetPassword = useResetPassword(token, onRefused);
  const { problems, isSubmitting, formProps } = useForm(newPassword, resetPassword);
  return (
    <form {...formProps} className="form-fields" aria-label="Choose a new password">
      <p>You&apos;ll need to sign in again on every device.</p>
      <NewPasswordField id="reset-password" name="password" label="New password" problem={problems['password']} />
      <Button type="submit" size="large" disabled={isSubmitting}>
        {isSubmitting ? 'Saving…' : 'Save new password'}
      </Button>
    </form>
  );
}

const newPassword = z.pick(passwordResetRequest, { password: true });

/** Sets the new password and goes to the sign-in page. The address with the token is removed from the browser's history. */
function useResetPassword(token: string, onRefused: () => void) {
  const cache = useQueryClient();
  const [, navigate] = useLocation();
  return async ({ password }: z.infer<typeof newPassword>): Promise<Submission> => {
    try {
      await callEndpoint(accountCalls.resetPassword, { body: { token, password } });
    } catch (problem) {
      if (problem instanceof ApiError && problem.code === 'link_invalid') onRefused();
      else return showRefusal(problem, { title: "We couldn't change your password" });
      return { code: 'refused', problems: {} };
    }
    forgetPrivateResponses(cache); // the server has ended every session of the account, perhaps this browser's too
    showToast({ title: 'Your password has been changed', description: 'Please sign in with the new one.' });
    navigate('/auth', { replace: true });
    return { code: 'done' };
  };
}
