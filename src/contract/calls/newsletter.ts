import { doneAnswer } from '#contract/account/session.ts';
import { fileAnswer, type CallTable } from '#contract/endpoint.ts';
import { newsletterTokenRequest, subscribeRequest } from '#contract/newsletter.ts';

export const newsletterCalls = {
  subscribe: {
    method: 'POST',
    path: '/api/subscribe',
    body: subscribeRequest,
    answer: doneAnswer,
  },
  confirmSubscription: {
    method: 'POST',
    path: '/api/newsletter/confirm',
    body: newsletterTokenRequest,
    answer: doneAnswer,
  },
  unsubscribe: {
    method: 'POST',
    path: '/api/newsletter/unsubscribe',
    body: newsletterTokenRequest,
    answer: doneAnswer,
  },
  downloadSubscribers: {
    method: 'GET',
    path: '/api/admin/subscribers.csv',
    answer: fileAnswer,
    file: 'text/csv',
  },
} as const satisfies CallTable;
