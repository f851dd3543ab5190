import { donationsExportQuery, donationsQuery, listedDonationsAnswer } from '#contract/admin/donations/search.ts';
import { fileAnswer, type CallTable } from '#contract/endpoint.ts';

/** The team's view of all donations. */
export const adminDonationCalls = {
  searchDonations: {
    method: 'GET',
    path: '/api/admin/donations',
    query: donationsQuery,
    answer: listedDonationsAnswer,
  },
  exportDonations: {
    method: 'GET',
    path: '/api/admin/donations.csv',
    query: donationsExportQuery,
    answer: fileAnswer,
    file: 'text/csv',
  },
} as const satisfies CallTable;
