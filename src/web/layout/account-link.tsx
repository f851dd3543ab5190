import type { JSX } from 'react';
import { useAnonymousDonations } from '#web/anonymous-donations/index.ts';
import { PageLink } from '#web/ui/page-link.tsx';

/** The way in: in blue, and by another name, while this browser holds gifts that nobody has claimed (spec 2, Header). */
export function AccountLink({ onClick }: { readonly onClick?: () => void }): JSX.Element {
  const hasUnclaimed = useAnonymousDonations().length > 0;
  return (
    <PageLink to="/auth" onClick={onClick} className={`site-link ${hasUnclaimed ? 'site-link-claim' : ''}`}>
      {hasUnclaimed ? 'Claim Donations' : 'Sign In'}
    </PageLink>
  );
}
