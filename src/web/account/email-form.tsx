import { useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { changeEmailRequest } from '#contract/account-care.ts';
import { accountEndpoints } from '#contract/account-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { showToast } from '#web/ui/toast.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { SaveButton } from '#web/ui/save-button.tsx';
import { keepAccount } from './use-account.ts';
import { useAccountForm } from './use-account-form.ts';

/** Asks for another address. */
export default function EmailForm({ onDone }: { readonly onDone: () => void }): JSX.Element {
  const cache = useQueryClient();
  const { problems, isSubmitting, formProps } = useAccountForm(
    changeEmailRequest,
    async (body) => {
      keepAccount(cache, await callEndpoint(accountEndpoints.changeEmail, { body }));
      showToast({ title: 'Please look into your new inbox', description: `A link is on its way to ${body.email}.` });
      onDone();
    },
    { title: 'Your address was not changed', fields: { password_wrong: 'password', email_taken: 'email' } },
  );
  return (
    <form {...formProps} className="form-fields" aria-label="Change the address">
      <TextField
        id="new-email"
        name="email"
        type="email"
        label="New address"
        hint="We mail a link there. The address changes once you have used it."
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
