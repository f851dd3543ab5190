import { newsletterCalls } from '#contract/calls/newsletter.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const newsletterEndpoints = {
  subscribe: {
    ...newsletterCalls.subscribe,
    access: 'public',
    summary: 'Subscribes to the newsletter; a mailed link confirms the subscription',
    errors: [],
    limitPerMinute: 60,
  },
  confirmSubscription: {
    ...newsletterCalls.confirmSubscription,
    access: 'public',
    summary: 'Confirms a subscription with its mailed link',
    errors: ['link_invalid'],
    limitPerMinute: 60,
  },
  unsubscribe: {
    ...newsletterCalls.unsubscribe,
    access: 'public',
    summary: 'Ends a subscription with the link in any newsletter email; does nothing when it has already ended',
    errors: ['link_invalid'],
    limitPerMinute: 60,
  },
  downloadSubscribers: {
    ...newsletterCalls.downloadSubscribers,
    access: 'editContent',
    summary: 'The confirmed subscribers as CSV',
    errors: ['too_many_requests'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
