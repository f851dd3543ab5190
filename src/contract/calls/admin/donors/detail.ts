import { donorDetail, donorDonationsAnswer, donorDonationsQuery } from '#contract/admin/donors/detail.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** One donor. */
export const donorDetailCalls = {
  getDonor: { method: 'GET', path: '/api/admin/donors/:id', answer: donorDetail },
  listDonorDonations: {
    method: 'GET',
    path: '/api/admin/donors/:id/donations',
    query: donorDonationsQuery,
    answer: donorDonationsAnswer,
  },
} as const satisfies CallTable;
