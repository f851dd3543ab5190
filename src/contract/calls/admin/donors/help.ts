import {
  eraseDonorResponse,
  eraseDonorRequest,
  mergeResponse,
  mergePreview,
  mergeRequest,
} from '#contract/admin/donors/help.ts';
import { fileResponse, type CallTable } from '#contract/endpoint.ts';

/** The calls with which the team helps one donor. */
export const donorHelpCalls = {
  downloadDonorData: {
    method: 'GET',
    path: '/api/admin/donors/:id/data.json',
    response: fileResponse,
    file: 'application/json',
  },
  downloadDonorStatement: {
    method: 'GET',
    path: '/api/admin/donors/:id/statements/:year/statement.pdf',
    response: fileResponse,
    file: 'application/pdf',
  },
  downloadDonorTable: {
    method: 'GET',
    path: '/api/admin/donors/:id/statements/:year/donations.csv',
    response: fileResponse,
    file: 'text/csv',
  },
  eraseDonor: {
    method: 'POST',
    path: '/api/admin/donors/:id/erasure',
    body: eraseDonorRequest,
    response: eraseDonorResponse,
  },
  previewMerge: {
    method: 'GET',
    path: '/api/admin/donors/:id/merge/:endingId',
    response: mergePreview,
  },
  mergeDonors: {
    method: 'POST',
    path: '/api/admin/donors/:id/merge',
    body: mergeRequest,
    response: mergeResponse,
  },
} as const satisfies CallTable;
