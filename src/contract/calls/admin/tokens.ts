import { newTokenResponse, revokeRequest, tokenRequest, tokensResponse } from '#contract/admin/tokens.ts';
import type { CallTable } from '#contract/endpoint.ts';
import { doneResponse } from '#contract/account/session.ts';

/** The calls for the API tokens of the team. */
export const tokenCalls = {
  listTokens: { method: 'GET', path: '/api/admin/tokens', response: tokensResponse },
  makeToken: { method: 'POST', path: '/api/admin/tokens', body: tokenRequest, response: newTokenResponse },
  revokeToken: { method: 'POST', path: '/api/admin/tokens/:id/revoke', body: revokeRequest, response: doneResponse },
} as const satisfies CallTable;
