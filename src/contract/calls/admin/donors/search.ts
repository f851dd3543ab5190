import { donorsQuery, listedDonorsResponse } from '#contract/admin/donors/search.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** The calls for the team's list of donors. */
export const adminDonorCalls = {
  searchDonors: { method: 'GET', path: '/api/admin/donors', query: donorsQuery, response: listedDonorsResponse },
} as const satisfies CallTable;
