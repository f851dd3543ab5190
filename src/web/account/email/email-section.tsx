import { lazy, useState, type JSX } from 'react';
import { accountSettingsSentences, type AccountResponse } from '#contract/account/account-settings.ts';
import { accountCalls } from '#contract/calls/account.ts';
import { callEndpoint } from '#web/api.ts';
import { useRefusalToast } from '#web/session/index.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import { AccountSection, Badge, focusHeading, Collapsible } from '../account-section.tsx';

const EmailForm = lazy(() => import('./email-form.tsx'));

/** The email address, whether it is confirmed, and a form to change it. */
export const EmailSection = ({ account }: { readonly account: AccountResponse }): JSX.Element => (
  <AccountSection
    id="email"
    title="Email address"
    badge={
      account.isEmailConfirmed ? <Badge tone="good">Confirmed</Badge> : <Badge tone="pending">Not confirmed</Badge>
    }
  >
    <p className="text-lg font-bold">{account.email}</p>
    {!account.isEmailConfirmed && <Unconfirmed />}
    {account.pendingEmail !== null && (
      <p className="account-note">
        We emailed a link to <strong>{account.pendingEmail}</strong>. Your address changes once you use it. Until then,
        everything stays as it is.
      </p>
    )}
    {account.isFirstAdministrator ? (
      <p className="text-muted">{accountSettingsSentences.adminEmailFixed}</p>
    ) : (
      <ChangeEmail hasPending={account.pendingEmail !== null} />
    )}
  </AccountSection>
);

function Unconfirmed(): JSX.Element {
  const showRefusal = useRefusalToast();
  const sendAgain = async (): Promise<void> => {
    try {
      await callEndpoint(accountCalls.resendConfirmation, {});
      showToast({ title: 'The link is on its way', description: 'It may take a minute to arrive.' });
    } catch (problem) {
      showRefusal(problem, { title: "We couldn't send the link" });
    }
  };
  return (
    <div className="account-note">
      <p>Confirm your address with the link in our email. You can use everything in the meantime.</p>
      <ActionButton tone="secondary" className="mt-3" run={sendAgain} busyText="Sending…">
        Send the link again
      </ActionButton>
    </div>
  );
}

/** A form for a new address. It closes after a link has been sent to that address. */
function ChangeEmail({ hasPending }: { readonly hasPending: boolean }): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  const [changes, setChanges] = useState(0);
  const handleDone = (): void => {
    setIsOpen(false);
    setChanges(changes + 1);
    focusHeading('email');
  };
  return (
    <Collapsible
      title={hasPending ? 'Use a different address' : 'Change email address'}
      isOpen={isOpen}
      onToggle={setIsOpen}
    >
      <LazyPart>
        <EmailForm key={changes /* a fresh form for the next change */} onDone={handleDone} />
      </LazyPart>
    </Collapsible>
  );
}
