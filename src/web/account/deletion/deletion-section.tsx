import { lazy, useState, type JSX } from 'react';
import { accountSettingsSentences, type AccountResponse } from '#contract/account/account-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { AccountSection } from '../account-section.tsx';

const DeletionDialog = lazy(() => import('./deletion-dialog.tsx'));

export function DeletionSection({ account }: { readonly account: AccountResponse }): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <AccountSection id="deletion" title="Delete account" className="account-danger">
      {account.isFirstAdministrator ? (
        <p className="text-muted">{accountSettingsSentences.adminAccountProtected}</p>
      ) : (
        <>
          <p>This permanently deletes your account and all personal data in it.</p>
          <Button tone="secondary" className="justify-self-start" onClick={() => setIsOpen(true)}>
            <Icon name="warning" className="size-5" />
            Delete my account…
          </Button>
          <LazyPart>{isOpen && <DeletionDialog onClose={() => setIsOpen(false)} />}</LazyPart>
        </>
      )}
    </AccountSection>
  );
}
