import { doneAnswer } from '#contract/account/session.ts';
import { eraseSubscriberRequest } from '#contract/admin/subscribers.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** What staff do for subscribers of the newsletter. */
export const subscriberCalls = {
  eraseSubscriber: {
    method: 'POST',
    path: '/api/admin/subscribers/erase',
    body: eraseSubscriberRequest,
    answer: doneAnswer,
  },
} as const satisfies CallTable;
