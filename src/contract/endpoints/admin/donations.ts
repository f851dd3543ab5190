import { adminDonationCalls } from '#contract/calls/admin/donations.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const adminDonationEndpoints = {
  searchDonations: {
    ...adminDonationCalls.searchDonations,
    access: 'readDonors',
    summary: 'Searches all donations and unpaid payments, newest first',
    errors: [],
  },
  exportDonations: {
    ...adminDonationCalls.exportDonations,
    access: 'readDonors',
    summary: 'The same donations as a table, without pages',
    errors: ['too_many_requests'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
