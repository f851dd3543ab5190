import { tokenCalls } from '#contract/calls/admin/tokens.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const tokenEndpoints = {
  listTokens: {
    ...tokenCalls.listTokens,
    access: 'useApi',
    onlyInPerson: true,
    summary: "The caller's API tokens; for Owners, those of the whole team",
    errors: [],
  },
  makeToken: {
    ...tokenCalls.makeToken,
    access: 'useApi',
    onlyInPerson: true,
    summary: 'Makes an API token with the rights of the caller; only this response shows it',
    errors: ['password_wrong', 'too_many_tokens', 'too_many_requests'],
    limitPerMinute: 60,
  },
  revokeToken: {
    ...tokenCalls.revokeToken,
    access: 'useApi',
    onlyInPerson: true,
    summary: "Revokes one of the caller's API tokens; Owners may revoke any",
    errors: ['not_found'],
  },
} as const satisfies EndpointTable;
