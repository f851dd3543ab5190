import { adminDonorCalls } from '#contract/calls/admin/donors.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const adminDonorEndpoints = {
  searchDonors: {
    ...adminDonorCalls.searchDonors,
    access: 'readDonors',
    summary: 'Searches accounts and the addresses of guests, newest first',
    errors: [],
  },
  getDonor: {
    ...adminDonorCalls.getDonor,
    access: 'readDonors',
    summary: 'What is known about an account or a guest',
    errors: ['not_found'],
  },
  listDonorDonations: {
    ...adminDonorCalls.listDonorDonations,
    access: 'readDonors',
    summary: 'The donations of a donor, and payments that have not become one, newest first',
    errors: ['not_found'],
  },
} as const satisfies EndpointTable;
