import { lazy, useState, type JSX } from 'react';
import type { AccountAnswer } from '#contract/account-care.ts';
import { LaterPart } from '#web/ui/later-part.tsx';
import { AccountSection, Badge } from './account-section.tsx';
import { Fold } from './fold.tsx';

const SecondFactor = lazy(() => import('./second-factor.tsx'));

const words = 'Besides your password, signing in then asks for a code that only your phone knows.';

/** Two-step sign-in: in the open for the administrator, whose account opens more doors, and under a fold for everybody else. */
export function SecondFactorSection({ account }: { readonly account: AccountAnswer }): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <AccountSection
      id="second-factor"
      title="Two-step sign-in"
      badge={account.hasSecondFactor && <Badge tone="good">On</Badge>}
    >
      <p className="text-muted">{words}</p>
      {account.isAdmin ? (
        <LaterPart>
          <SecondFactor account={account} />
        </LaterPart>
      ) : (
        <Fold title={account.hasSecondFactor ? 'Change' : 'Set it up'} isOpen={isOpen} onToggle={setIsOpen}>
          <LaterPart>
            <SecondFactor account={account} />
          </LaterPart>
        </Fold>
      )}
    </AccountSection>
  );
}
