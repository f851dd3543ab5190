import { donorDetail, donorDonationsResponse, donorDonationsQuery } from '#contract/admin/donors/detail.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** The calls for one donor. */
export const donorDetailCalls = {
  getDonor: { method: 'GET', path: '/api/admin/donors/:id', response: donorDetail },
  listDonorDonations: {
    method: 'GET',
    path: '/api/admin/donors/:id/donations',
    query: donorDonationsQuery,
    response: donorDonationsResponse,
  },
} as const satisfies CallTable;
