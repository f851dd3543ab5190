import { donationsExportQuery, donationsQuery, listedDonationsResponse } from '#contract/admin/donations/search.ts';
import { fileResponse, type CallTable } from '#contract/endpoint.ts';

/** The calls for the team's list of donations. */
export const adminDonationCalls = {
  searchDonations: {
    method: 'GET',
    path: '/api/admin/donations',
    query: donationsQuery,
    response: listedDonationsResponse,
  },
  exportDonations: {
    method: 'GET',
    path: '/api/admin/donations.csv',
    query: donationsExportQuery,
    response: fileResponse,
    file: 'text/csv',
  },
} as const satisfies CallTable;
