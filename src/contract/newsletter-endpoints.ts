import { doneAnswer } from './session.ts';
import { fileAnswer, type EndpointTable } from './endpoint.ts';
import { newsletterTokenRequest, subscribeRequest } from './newsletter.ts';

/** The newsletter: asking for it, confirming it, leaving it. */
export const newsletterEndpoints = {
  subscribe: {
    method: 'POST',
    path: '/api/subscribe',
    access: 'public',
    summary: 'Asks for the newsletter; a mailed link makes the subscription stand',
    body: subscribeRequest,
    answer: doneAnswer,
    errors: [],
    limitPerMinute: 60,
  },
  confirmSubscription: {
    method: 'POST',
    path: '/api/newsletter/confirm',
    access: 'public',
    summary: 'Makes a subscription stand by its mailed link',
    body: newsletterTokenRequest,
    answer: doneAnswer,
    errors: ['link_invalid'],
    limitPerMinute: 60,
  },
  unsubscribe: {
    method: 'POST',
    path: '/api/newsletter/unsubscribe',
    access: 'public',
    summary: 'Ends a subscription by the link in any of its mails; one that ended already stays so',
    body: newsletterTokenRequest,
    answer: doneAnswer,
    errors: ['link_invalid'],
    limitPerMinute: 60,
  },
  downloadSubscribers: {
    method: 'GET',
    path: '/api/admin/subscribers.csv',
    access: 'admin',
    summary: 'The confirmed subscribers as a table',
    answer: fileAnswer,
    file: 'text/csv',
    errors: [],
  },
} as const satisfies EndpointTable;
