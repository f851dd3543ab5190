import './no-donations.css';
import type { JSX } from 'react';
import { DonateLink } from '#web/layout/donate-link.tsx';

/** Shown instead of an empty history (spec 8, Empty states). */
export const NoDonations = (): JSX.Element => (
  <div className="history-plate">
    <img src="/art/empty-plate.svg" alt="" width="160" height="120" loading="lazy" className="h-auto w-40" />
    <div>
      <p className="text-xl font-extrabold">You haven't made any donations yet</p>
      <p className="mt-1 text-muted">Your gifts will be listed here. The first one takes about a minute.</p>
      <p className="mt-4">
        <DonateLink tone="secondary">Make Your First Donation</DonateLink>
      </p>
    </div>
  </div>
);
