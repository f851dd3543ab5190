import type { CallTable } from '#contract/endpoint.ts';
import { statedPayout, statementLinkRequest } from '#contract/payout-confirmation.ts';

/** The calls with which a charity uses the link in a payout's statement. */
export const confirmationCalls = {
  showStatedPayout: {
    method: 'POST',
    path: '/api/stated-payout',
    body: statementLinkRequest,
    response: statedPayout,
  },
  confirmPayout: {
    method: 'POST',
    path: '/api/stated-payout/confirm',
    body: statementLinkRequest,
    response: statedPayout,
  },
} as const satisfies CallTable;
