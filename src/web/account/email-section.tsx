import { lazy, useState, type JSX } from 'react';
import { accountCareSentences, type AccountAnswer } from '#contract/account-care.ts';
import { accountEndpoints } from '#contract/account-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { DeedButton } from '#web/ui/deed-button.tsx';
import { LaterPart } from '#web/ui/later-part.tsx';
import { showToast } from '#web/ui/toast.ts';
import { AccountSection, Badge } from './account-section.tsx';
import { focusHeading } from './focus-heading.ts';
import { Fold } from './fold.tsx';
import { useTellRefusal } from '#web/session/index.ts';

const EmailForm = lazy(() => import('./email-form.tsx'));

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
      <ChangeFold hasPending={account.pendingEmail !== null} />
    )}
  </AccountSection>
);

function Unconfirmed(): JSX.Element {
  const tell = useTellRefusal();
  const sendAgain = async (): Promise<void> => {
    try {
      await callEndpoint(accountEndpoints.resendConfirmation, {});
      showToast({ title: 'The link is on its way', description: 'It may take a minute to arrive.' });
    } catch (problem) {
      tell(problem, { title: 'The link was not sent' });
    }
  };
  return (
    <div className="account-note">
      <p>We mailed you a link to confirm that this address is yours. Nothing is held back meanwhile.</p>
      <DeedButton tone="secondary" className="mt-3" run={sendAgain} busyText="Sending…">
        Send the link again
      </DeedButton>
    </div>
  );
}

/** The way to another address, behind a fold that closes once the link to it is on its way. */
function ChangeFold({ hasPending }: { readonly hasPending: boolean }): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  const [changes, setChanges] = useState(0);
  const handleDone = (): void => {
    setIsOpen(false);
    setChanges(changes + 1);
    focusHeading('email');
  };
  return (
    <Fold title={hasPending ? 'Use yet another address' : 'Change the address'} isOpen={isOpen} onToggle={setIsOpen}>
      <LaterPart>
        <EmailForm key={changes /* a fresh form for the next change */} onDone={handleDone} />
      </LaterPart>
    </Fold>
  );
}
