import { newTokenAnswer, revokeRequest, tokenRequest, tokensAnswer } from '#contract/admin/tokens.ts';
import type { CallTable } from '#contract/endpoint.ts';
import { doneAnswer } from '#contract/account/session.ts';

/** The API tokens of the team. */
export const tokenCalls = {
  listTokens: { method: 'GET', path: '/api/admin/tokens', answer: tokensAnswer },
  makeToken: { method: 'POST', path: '/api/admin/tokens', body: tokenRequest, answer: newTokenAnswer },
  revokeToken: { method: 'POST', path: '/api/admin/tokens/:id/revoke', body: revokeRequest, answer: doneAnswer },
} as const satisfies CallTable;
