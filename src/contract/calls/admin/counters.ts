import { countersAnswer, switchCountersRequest } from '#contract/admin/counters.ts';
import { publishedAnswer } from '#contract/admin/publishing.ts';
import type { CallTable } from '#contract/endpoint.ts';

export const countersCalls = {
  getCounters: { method: 'GET', path: '/api/admin/counters', answer: countersAnswer },
  switchCounters: {
    method: 'POST',
    path: '/api/admin/counters',
    body: switchCountersRequest,
    answer: publishedAnswer,
  },
} as const satisfies CallTable;
