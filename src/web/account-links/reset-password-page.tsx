import { useQueryClient } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { accountCareSentences, passwordResetRequest } from '#contract/account-care.ts';
import { accountEndpoints } from '#contract/account-endpoints.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { forgetPrivateAnswers } from '#web/session/index.ts';
import { Button } from '#web/ui/button.tsx';
import { NewPasswordField } from '#web/ui/new-password-field.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { tellRefusal } from '#web/ui/tell-refusal.ts';
import { showToast } from '#web/ui/toast.ts';
import { useCheckedForm, type Submission } from '#web/ui/use-checked-form.ts';
import { DeadLink, LinkPage } from './link-page.tsx';
import { useLinkToken } from './use-link-token.ts';

/** `/reset-password#{token}`: chooses a new password, once. */
export default function ResetPasswordPage(): JSX.Element {
  return (
    <LinkPage
      title="Choose a new password"
      description="Choose a new password by the link from your mail."
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
      <DeadLink sentence={accountCareSentences.linkInvalid} to="/forgot-password">
        Ask for a new link
      </DeadLink>
    );
  }
  return <ResetForm token={link.token} onRefused={() => setIsRefused(true)} />;
}

interface ResetFormProps {
  readonly token: string;
  /** Called when the link is good for nothing. */
  readonly onRefused: () => void;
}

function ResetForm({ token, onRefused }: ResetFormProps): JSX.Element {
  const resetPassword = useResetPassword(token, onRefused);
  const { problems, isSubmitting, formProps } = useCheckedForm(newPassword, resetPassword);
  return (
    <form {...formProps} className="form-fields" aria-label="Choose a new password">
      <p>With the new password you sign in again on every device.</p>
      <NewPasswordField id="reset-password" name="password" label="New password" problem={problems['password']} />
      <Button type="submit" size="large" disabled={isSubmitting}>
        {isSubmitting ? 'Saving…' : 'Save new password'}
      </Button>
    </form>
  );
}

const newPassword = z.pick(passwordResetRequest, { password: true });

/** Sends the new password with the token, and leads to the sign-in. The entry with the token leaves the browser's history. */
function useResetPassword(token: string, onRefused: () => void) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return async ({ password }: z.infer<typeof newPassword>): Promise<Submission> => {
    try {
      await callEndpoint(accountEndpoints.resetPassword, { body: { token, password } });
    } catch (problem) {
      if (problem instanceof ApiError && problem.code === 'link_invalid') onRefused();
      else return tellRefusal(problem, { title: 'Your password was not changed' });
      return { code: 'refused', problems: {} };
    }
    forgetPrivateAnswers(cache); // the server has ended every session of the account, perhaps this browser's too
    showToast({ title: 'Your new password is set', description: 'Please sign in with it.' });
    await navigate('/auth', { replace: true });
    return { code: 'done' };
  };
}
