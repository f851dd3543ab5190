import { mergeAnswer, mergePreview, mergeRequest } from '#contract/admin/donor-merge.ts';
import {
  donorDetail,
  donorDonationsAnswer,
  donorDonationsQuery,
  donorsQuery,
  eraseDonorAnswer,
  eraseDonorRequest,
  listedDonorsAnswer,
} from '#contract/admin/donors.ts';
import { fileAnswer, type CallTable } from '#contract/endpoint.ts';

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
  downloadDonorData: {
    method: 'GET',
    path: '/api/admin/donors/:id/data.json',
    answer: fileAnswer,
    file: 'application/json',
  },
  eraseDonor: {
    method: 'POST',
    path: '/api/admin/donors/:id/erasure',
    body: eraseDonorRequest,
    answer: eraseDonorAnswer,
  },
  previewMerge: {
    method: 'GET',
    path: '/api/admin/donors/:id/merge/:endingId',
    answer: mergePreview,
  },
  mergeDonors: {
    method: 'POST',
    path: '/api/admin/donors/:id/merge',
    body: mergeRequest,
    answer: mergeAnswer,
  },
} as const satisfies CallTable;
