import {
  eraseDonorAnswer,
  eraseDonorRequest,
  mergeAnswer,
  mergePreview,
  mergeRequest,
} from '#contract/admin/donors/help.ts';
import { fileAnswer, type CallTable } from '#contract/endpoint.ts';

/** What the team does for one donor. */
export const donorHelpCalls = {
  downloadDonorData: {
    method: 'GET',
    path: '/api/admin/donors/:id/data.json',
    answer: fileAnswer,
    file: 'application/json',
  },
  downloadDonorStatement: {
    method: 'GET',
    path: '/api/admin/donors/:id/statements/:year/statement.pdf',
    answer: fileAnswer,
    file: 'application/pdf',
  },
  downloadDonorTable: {
    method: 'GET',
    path: '/api/admin/donors/:id/statements/:year/donations.csv',
    answer: fileAnswer,
    file: 'text/csv',
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
