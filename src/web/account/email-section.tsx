import { useMutation } from '@tanstack/react-query';
import type { JSX } from 'react';
import { accountCareSentences, type AccountAnswer } from '#contract/account-care.ts';
import { accountEndpoints } from '#contract/account-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.ts';
import { AccountSection, Badge } from './account-section.tsx';
import { EmailForm } from './email-form.tsx';
import { useTellRefusal } from './use-account-form.ts';

/** Where mails of the account go, whether that is proven, and the way to another address. */
export const EmailSection = ({ account }: { readonly account: AccountAnswer }): JSX.Element => (
  <AccountSection
    id="email"
    title="E-mail address"
    badge={account.isEmailConfirmed ? <Badge tone="good">Confirmed</Badge> : <Badge tone="open">Not confirmed</Badge>}
  >
    <p className="text-lg font-bold">{account.email}</p>
    {!account.isEmailConfirmed && <Unconfirmed />}
    {account.pendingEmail !== null && (
      <p className="account-note">
        We mailed a link to <strong>{account.pendingEmail}</strong>. Once you have used it, that is your address; until
        then everything stays as it is.
      </p>
    )}
    {account.isAdmin ? (
      <p className="text-muted">{accountCareSentences.adminEmailStays}</p>
    ) : (
      <EmailForm hasPending={account.pendingEmail !== null} />
    )}
  </AccountSection>
);

function Unconfirmed(): JSX.Element {
  const tell = useTellRefusal();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callEndpoint(accountEndpoints.resendConfirmation, {}),
    onSuccess: () => showToast({ title: 'The link is on its way', description: 'It may take a minute to arrive.' }),
    onError: (problem) => void tell(problem, { title: 'The link was not sent' }),
  });
  return (
    <div className="account-note">
      <p>We mailed you a link to confirm that this address is yours. Nothing is held back meanwhile.</p>
      <Button tone="secondary" className="mt-3" aria-disabled={isPending} onClick={() => !isPending && mutate()}>
        {isPending ? 'Sending…' : 'Send the link again'}
      </Button>
    </div>
  );
}
