import {
  donorDetail,
  donorDonationsAnswer,
  donorDonationsQuery,
  donorsQuery,
  listedDonorsAnswer,
} from '#contract/admin/donors.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** The team's view of all donors. */
export const adminDonorCalls = {
  searchDonors: { method: 'GET', path: '/api/admin/donors', query: donorsQuery, answer: listedDonorsAnswer },
  getDonor: { method: 'GET', path: '/api/admin/donors/:id', answer: donorDetail },
  listDonorDonations: {
    method: 'GET',
    path: '/api/admin/donors/:id/donations',
    query: donorDonationsQuery,
    answer: donorDonationsAnswer,
  },
} as const satisfies CallTable;
