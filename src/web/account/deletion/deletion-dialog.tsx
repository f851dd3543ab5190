import type { JSX } from 'react';
import { useLocation } from 'wouter';
import { deletionRequest } from '#contract/account/account-settings.ts';
import { accountCalls } from '#contract/calls/account.ts';
import { callEndpoint } from '#web/api.ts';
import { forgetSession } from '#web/session/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SaveButton } from '#web/ui/form/save-button.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import { CurrentPasswordField } from '../current-password-field.tsx';
import { useAccountForm } from '../use-account-form.ts';

/** Lists the consequences of deleting the account, and asks for the password. The dialog is open while it is rendered. */
export default function DeletionDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  return (
    <Dialog isOpen onClose={onClose} title="Delete your account?" role="alertdialog">
      <DeletionForm onClose={onClose} />
    </Dialog>
  );
}

function DeletionForm({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { problems, isSubmitting, formProps } = useAccountForm(deletionRequest, useDeleteAccount(), {
    title: "We couldn't delete your account",
    fields: { password_wrong: 'password', too_many_requests: 'password' },
  });
  return (
    <form {...formProps} className="form-fields" aria-label="Delete account">
      <ul className="account-consequences">
        <li>Your name, email address and password are deleted.</li>
        <li>Your monthly gifts end.</li>
        <li>Your donations stay in our records, without your name. The charities keep what you gave.</li>
        <li>You lose your history, impact and rewards. Download your data first if you want to keep it.</li>
        <li>You are signed out on every device.</li>
        <li>You&apos;ll keep getting the newsletter until you unsubscribe.</li>
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

/** Deletes the account, ends the session on this page and goes home. */
function useDeleteAccount(): (body: { password: string }) => Promise<void> {
  const [, navigate] = useLocation();
  return async (body) => {
    await callEndpoint(accountCalls.deleteAccount, { body });
    showToast({
      title: 'Your account has been deleted',
      description: "Thank you for every gift. You're always welcome back.",
    });
    forgetSession();
    navigate('/');
  };
}
