import { lazy, useState, type JSX } from 'react';
import type { AccountResponse } from '#contract/account/account-settings.ts';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { AccountSection, Badge, Collapsible } from '../account-section.tsx';

const SecondFactor = lazy(() => import('./second-factor.tsx'));

/** Two-step sign-in: open for staff, who need it, and collapsed for everyone else. */
export function SecondFactorSection({ account }: { readonly account: AccountResponse }): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <AccountSection
      id="second-factor"
      title="Two-step sign-in"
      badge={account.hasSecondFactor && <Badge tone="good">On</Badge>}
    >
      <p className="text-muted">Signing in will also ask for a code from your phone.</p>
      {account.isStaff ? (
        <LazyPart>
          <SecondFactor account={account} />
        </LazyPart>
      ) : (
        <Collapsible title={account.hasSecondFactor ? 'Change' : 'Set it up'} isOpen={isOpen} onToggle={setIsOpen}>
          <LazyPart>
            <SecondFactor account={account} />
          </LazyPart>
        </Collapsible>
      )}
    </AccountSection>
  );
}
