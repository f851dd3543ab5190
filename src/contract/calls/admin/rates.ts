import { publishedAnswer } from '#contract/admin/publishing.ts';
import { adminRatesAnswer, publishRatesRequest, restoreRatesRequest } from '#contract/admin/rates.ts';
import type { CallTable } from '#contract/endpoint.ts';

export const ratesCalls = {
  getAdminRates: { method: 'GET', path: '/api/admin/rates', answer: adminRatesAnswer },
  publishRates: { method: 'POST', path: '/api/admin/rates', body: publishRatesRequest, answer: publishedAnswer },
  restoreRates: {
    method: 'POST',
    path: '/api/admin/rates/default',
    body: restoreRatesRequest,
    answer: publishedAnswer,
  },
} as const satisfies CallTable;
