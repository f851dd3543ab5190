import type { JSX } from 'react';
import { adminDonationCalls } from '#contract/calls/admin/donations/search.ts';
import { fileAddress } from '#web/api.ts';
import { OwnFileLink } from '#web/session/index.ts';
import type { ChosenFilters } from '../ui/filters.tsx';

/** Downloads all donations that match the filters. */
export const ExportLink = ({ chosen }: { readonly chosen: ChosenFilters }): JSX.Element => (
  <p className="donations-export">
    <OwnFileLink href={exportAddress(chosen)} className="link">
      Download these donations (CSV)
    </OwnFileLink>
  </p>
);

function exportAddress(filters: ChosenFilters): string {
  const query = new URLSearchParams(filters).toString();
  return fileAddress(adminDonationCalls.exportDonations, {}) + (query && `?${query}`);
}
