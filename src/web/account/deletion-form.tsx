import { useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useNavigate } from 'react-router';
import { deletionRequest } from '#contract/account-care.ts';
import { accountEndpoints } from '#contract/account-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { forgetSession } from '#web/session/index.ts';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { SaveButton } from '#web/ui/save-button.tsx';
import { useAccountForm } from './use-account-form.ts';

/** Says what deleting the account means, and asks for the password before it happens. */
export function DeletionForm({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { problems, isSubmitting, formProps } = useAccountForm(deletionRequest, useDeleteAccount(), {
    title: 'Your account was not deleted',
    fields: { password_wrong: 'password', too_many_requests: 'password' },
  });
  return (
    <form {...formProps} className="form-fields" aria-label="Delete account">
      <ul className="account-consequences">
        <li>Your name, your addresses and your password are deleted.</li>
        <li>Your donations stay in our books, without your name. The charities keep what you gave.</li>
        <li>Your history, impact and rewards are gone. Download your data first if you want to keep them.</li>
        <li>You are signed out on every device.</li>
        <li>A newsletter that you asked for keeps coming until you unsubscribe by the link in it.</li>
      </ul>
      <p className="font-bold">This cannot be undone.</p>
      <CurrentPasswordField id="deletion-password" problem={problems['password']} />
      <div className="flex flex-wrap gap-3">
        <SaveButton isSaving={isSubmitting} savingText="Deleting…" className="account-delete">
          Delete my account
        </SaveButton>
        <Button tone="quiet" onClick={onClose}>
          Keep my account
        </Button>
      </div>
    </form>
  );
}

/** Deletes the account; the page is nobody's from then on, and the visitor is home. */
function useDeleteAccount(): (body: { password: string }) => Promise<void> {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return async (body) => {
    await callEndpoint(accountEndpoints.deleteAccount, { body });
    showToast({
      title: 'Your account is deleted',
      description: 'Thank you for every gift. You are always welcome back.',
    });
    forgetSession(cache);
    await navigate('/');
  };
}
