import { lazy, useState, type JSX } from 'react';
import { accountCareSentences, type AccountAnswer } from '#contract/account-care.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { LaterPart } from '#web/ui/later-part.tsx';
import { AccountSection } from './account-section.tsx';

const DeletionDialog = lazy(() => import('./deletion-dialog.tsx'));

/** The way out for good. */
export function DeletionSection({ account }: { readonly account: AccountAnswer }): JSX.Element {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <AccountSection id="deletion" title="Delete account" className="account-danger">
      {account.isAdmin ? (
        <p className="text-muted">{accountCareSentences.adminAccountStays}</p>
      ) : (
        <>
          <p>Your account and everything personal in it are deleted at once, and for good.</p>
          <Button tone="secondary" className="justify-self-start" onClick={() => setIsAsking(true)}>
            <Icon name="warning" className="size-5" />
            Delete my account…
          </Button>
          <LaterPart>{isAsking && <DeletionDialog onClose={() => setIsAsking(false)} />}</LaterPart>
        </>
      )}
    </AccountSection>
  );
}
