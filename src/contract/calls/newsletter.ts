import { doneResponse } from '#contract/account/session.ts';
import { fileResponse, type CallTable } from '#contract/endpoint.ts';
import { newsletterTokenRequest, subscribeRequest } from '#contract/newsletter.ts';

export const newsletterCalls = {
  subscribe: {
    method: 'POST',
    path: '/api/subscribe',
    body: subscribeRequest,
    response: doneResponse,
  },
  confirmSubscription: {
    method: 'POST',
    path: '/api/newsletter/confirm',
    body: newsletterTokenRequest,
    response: doneResponse,
  },
  unsubscribe: {
    method: 'POST',
    path: '/api/newsletter/unsubscribe',
    body: newsletterTokenRequest,
    response: doneResponse,
  },
  downloadSubscribers: {
    method: 'GET',
    path: '/api/admin/subscribers.csv',
    response: fileResponse,
    file: 'text/csv',
  },
} as const satisfies CallTable;
