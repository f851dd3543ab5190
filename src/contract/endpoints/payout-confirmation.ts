import { confirmationCalls } from '#contract/calls/payout-confirmation.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const confirmationEndpoints = {
  showStatedPayout: {
    ...confirmationCalls.showStatedPayout,
    access: 'public',
    summary: 'What a charity is asked to confirm, with the token of the link in a statement; changes nothing',
    errors: ['not_found'],
    limitPerMinute: 60,
  },
  confirmPayout: {
    ...confirmationCalls.confirmPayout,
    access: 'public',
    summary:
      'Confirms that a payout has arrived, with the token of the link in its statement; not for members of our team',
    errors: ['not_found', 'payout_returned', 'forbidden'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
