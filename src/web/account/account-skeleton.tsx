import type { JSX } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Stands in for the account while it loads: the slip, and the first cards. */
export const AccountSkeleton = (): JSX.Element => (
  <div role="status" className="account">
    <span className="sr-only">Loading your account…</span>
    <Skeleton className="account-slip-skeleton" />
    <div className="account-sections">
      <Skeleton className="account-section-skeleton" />
      <Skeleton className="account-section-skeleton" />
    </div>
  </div>
);
