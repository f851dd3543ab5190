import type { JSX } from 'react';
import { useAnonymousDonations } from '#web/anonymous-donations/index.ts';
import { useIsAdministrator, useIsSignedIn, useSignOut } from '#web/session/index.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { headerLinks } from './site-links.ts';

interface ChoiceProps {
  /** Called when one of the ways is taken. */
  readonly onChoose?: (() => void) | undefined;
}

/** The links of the header and of the side menu. The last one is the way in, or the way out (spec 2, Header). */
export function HeaderLinks({ onChoose }: ChoiceProps): JSX.Element {
  const isSignedIn = useIsSignedIn();
  const isAdministrator = useIsAdministrator();
  return (
    <>
      {headerLinks
        .filter(({ isForDonors }) => isSignedIn || isForDonors !== true)
        .filter(({ isForAdministrator }) => isAdministrator || isForAdministrator !== true)
        .map(({ to, label }) => (
          <PageLink key={to} to={to} onClick={onChoose} className="site-link">
            {label}
          </PageLink>
        ))}
      {isSignedIn ? <LogoutButton onChoose={onChoose} /> : <AccountLink onChoose={onChoose} />}
    </>
  );
}

/** The way in: in blue, and by another name, while this browser holds gifts that nobody has claimed. */
function AccountLink({ onChoose }: ChoiceProps): JSX.Element {
  const hasUnclaimed = useAnonymousDonations().length > 0;
  return (
    <PageLink to="/auth" onClick={onChoose} className={`site-link ${hasUnclaimed ? 'site-link-claim' : ''}`}>
      {hasUnclaimed ? 'Claim Donations' : 'Sign In'}
    </PageLink>
  );
}

function LogoutButton({ onChoose }: ChoiceProps): JSX.Element {
  const { isSigningOut, signOut } = useSignOut();
  const handleClick = (): void => {
    onChoose?.();
    void signOut();
  };
  return (
    <button type="button" className="site-link" disabled={isSigningOut} onClick={handleClick}>
      Logout
    </button>
  );
}
