import { useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { changeEmailRequest } from '#contract/account/account-settings.ts';
import { accountCalls } from '#contract/calls/account.ts';
import { callEndpoint } from '#web/api.ts';
import { SaveButton } from '#web/ui/form/save-button.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import { CurrentPasswordField } from '../current-password-field.tsx';
import { storeAccount } from '../use-account.ts';
import { useAccountForm } from '../use-account-form.ts';

/** Changes the email address. The change takes effect when the link sent to it is used. */
export default function EmailForm({ onDone }: { readonly onDone: () => void }): JSX.Element {
  const cache = useQueryClient();
  const { problems, isSubmitting, formProps } = useAccountForm(
    changeEmailRequest,
    async (body) => {
      storeAccount(cache, await callEndpoint(accountCalls.changeEmail, { body }));
      showToast({ title: 'Check your new inbox', description: `A link is on its way to ${body.email}.` });
      onDone();
    },
    { title: "We couldn't change your email address", fields: { password_wrong: 'password', email_taken: 'email' } },
  );
  return (
    <form {...formProps} className="form-fields" aria-label="Change email address">
      <TextField
        id="new-email"
        name="email"
        type="email"
        label="New email"
        hint="We'll email a link there. Your address changes once you confirm it."
        autoComplete="email"
        required
        problem={problems['email']}
      />
      <CurrentPasswordField id="email-password" problem={problems['password']} />
      <SaveButton isSaving={isSubmitting} savingText="Sending…">
        Send the link
      </SaveButton>
    </form>
  );
}
