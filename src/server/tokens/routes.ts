import type { FastifyInstance } from 'fastify';
import { accountSentences } from '#contract/account/account.ts';
import { accountSettingsSentences } from '#contract/account/account-settings.ts';
import { tokenSentences } from '#contract/admin/tokens.ts';
import { tokenEndpoints } from '#contract/endpoints/admin/tokens.ts';
import { callerOf } from '#server/auth/index.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { listTokens } from './list-tokens.ts';
import { makeToken } from './make-token.ts';
import { revokeToken } from './revoke-token.ts';

/** The API tokens of the team. */
export function tokenRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, tokenEndpoints.listTokens, ({ user }) => listTokens(deps, user));
  registerEndpoint(app, deps, tokenEndpoints.makeToken, async ({ user, body, request, reply }) => {
    const made = await makeToken(deps, user, body, callerOf(request, deps.config));
    return made.code === 'made'
      ? { id: made.id, token: made.token }
      : sendRefusal(reply, made.code, refusalSentences[made.code]);
  });
  registerEndpoint(app, deps, tokenEndpoints.revokeToken, async ({ user, params, body, reply }) => {
    const { code } = await revokeToken(deps, { actor: user, id: params.id, reason: body.reason });
    return code === 'revoked' ? {} : sendRefusal(reply, code, tokenSentences.unknown);
  });
}

const refusalSentences = {
  forbidden: accountSentences.forbidden,
  password_wrong: accountSettingsSentences.passwordWrong,
  too_many_requests: 'Too many wrong passwords. Please wait 15 minutes and try again.',
  too_many_tokens: tokenSentences.tooMany,
} as const;
