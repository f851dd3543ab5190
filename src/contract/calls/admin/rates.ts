import { publishedResponse } from '#contract/admin/publishing.ts';
import { adminRatesResponse, publishRatesRequest, restoreRatesRequest } from '#contract/admin/rates.ts';
import type { CallTable } from '#contract/endpoint.ts';

export const ratesCalls = {
  getAdminRates: { method: 'GET', path: '/api/admin/rates', response: adminRatesResponse },
  publishRates: { method: 'POST', path: '/api/admin/rates', body: publishRatesRequest, response: publishedResponse },
  restoreRates: {
    method: 'POST',
    path: '/api/admin/rates/default',
    body: restoreRatesRequest,
    response: publishedResponse,
  },
} as const satisfies CallTable;
