import type { JSX } from 'react';
import { NavLink } from 'react-router';
import { useAnonymousDonations } from '#web/anonymous-donations/index.ts';

/** The way in: in blue, and by another name, while this browser holds gifts that nobody has claimed (spec 2, Header). */
export function AccountLink({ onClick }: { readonly onClick?: () => void }): JSX.Element {
  const hasUnclaimed = useAnonymousDonations().length > 0;
  return (
    <NavLink to="/auth" onClick={onClick} className={`site-link ${hasUnclaimed ? 'site-link-claim' : ''}`}>
      {hasUnclaimed ? 'Claim Donations' : 'Sign In'}
    </NavLink>
  );
}
