import { countersResponse, switchCountersRequest } from '#contract/admin/counters.ts';
import { publishedResponse } from '#contract/admin/publishing.ts';
import type { CallTable } from '#contract/endpoint.ts';

export const countersCalls = {
  getCounters: { method: 'GET', path: '/api/admin/counters', response: countersResponse },
  switchCounters: {
    method: 'POST',
    path: '/api/admin/counters',
    body: switchCountersRequest,
    response: publishedResponse,
  },
} as const satisfies CallTable;
