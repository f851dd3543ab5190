import type { JSX } from 'react';
import { accountEndpoints } from '#contract/account-endpoints.ts';
import { AccountSection } from './account-section.tsx';

/** What is kept about the donor, to take along. */
export const DataSection = (): JSX.Element => (
  <AccountSection id="data" title="Your data">
    <p className="text-muted">
      Everything that we keep about you, as one file; and your donations as a table for your own books.
    </p>
    <p className="flex flex-wrap gap-3">
      <a href={accountEndpoints.downloadData.path} download className="button button-secondary">
        Download all data (JSON)
      </a>
      <a href={accountEndpoints.downloadDonations.path} download className="button button-secondary">
        Download donations (CSV)
      </a>
    </p>
  </AccountSection>
);
