import { donorsQuery, listedDonorsResponse } from '#contract/admin/donors/search.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** The team's view of all donors. */
export const adminDonorCalls = {
  searchDonors: { method: 'GET', path: '/api/admin/donors', query: donorsQuery, response: listedDonorsResponse },
} as const satisfies CallTable;
