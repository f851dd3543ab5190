import type { JSX } from 'react';
import { useAnonymousDonations } from '#web/anonymous-donations/index.ts';
import { useIsSignedIn, useIsStaff } from '#web/session/index.ts';
import { useSignOut } from '#web/sign-out/index.ts';
import { Link } from '#web/ui/link.tsx';
import { headerLinks } from './site-links.ts';

interface ChoiceProps {
  /**
   * Called when a link or Logout is chosen. Links call it while capturing: `onClick` is skipped for a link that opens a new
   * tab.
   */
  readonly onChoose?: (() => void) | undefined;
}

/** The links of the header and the side menu. The last one is Sign In, Claim Donations or Logout (spec 2, Header). */
export function HeaderLinks({ onChoose }: ChoiceProps): JSX.Element {
  const isSignedIn = useIsSignedIn();
  const isStaff = useIsStaff();
  return (
    <>
      {headerLinks
        .filter(({ isForDonors }) => isSignedIn || isForDonors !== true)
        .filter(({ isForStaff }) => isStaff || isForStaff !== true)
        .map(({ to, label }) => (
          <Link key={to} to={to} onClickCapture={onChoose} className="site-link">
            {label}
          </Link>
        ))}
      {isSignedIn ? <LogoutButton onChoose={onChoose} /> : <AccountLink onChoose={onChoose} />}
    </>
  );
}

/** Sign In, or a blue Claim Donations while this browser has unclaimed donations. */
function AccountLink({ onChoose }: ChoiceProps): JSX.Element {
  const hasUnclaimed = useAnonymousDonations().length > 0;
  return (
    <Link to="/auth" onClickCapture={onChoose} className={`site-link ${hasUnclaimed ? 'site-link-claim' : ''}`}>
      {hasUnclaimed ? 'Claim Donations' : 'Sign In'}
    </Link>
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
