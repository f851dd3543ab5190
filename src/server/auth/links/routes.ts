import type { FastifyInstance } from 'fastify';
import { accountSentences } from '#contract/account/account.ts';
import { accountSettingsSentences } from '#contract/account/account-settings.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { clearSessionCookie } from '#server/http/session-cookie.ts';
import { newToken } from '#server/ids.ts';
import { requestPasswordLink, resetPassword } from '../password/reset-password.ts';
import { callerOf, setDeviceCookie } from '../session/known-devices.ts';
import { confirmEmail } from './confirm-email.ts';

/** Requests a password link, and uses mailed links. Links need no session: they may open in another browser. */
export function linkRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, endpoints.requestPasswordLink, async ({ body }) => {
    await requestPasswordLink(deps, body.email);
    return {};
  });
  registerEndpoint(app, deps, endpoints.resetPassword, async ({ body, user, request, reply }) => {
    const { address, deviceToken = newToken(deps.random) } = callerOf(request, deps.config);
    const reset = await resetPassword(deps, body, { address, deviceToken });
    if (reset.code !== 'reset') return sendRefusal(reply, reset.code, refusals[reset.code]);
    setDeviceCookie(reply, deps.config, deviceToken);
    if (user?.id === reset.userId) clearSessionCookie(reply, deps.config);
    return {};
  });
  registerEndpoint(app, deps, endpoints.confirmEmail, async ({ body, reply }) => {
    const confirmed = await confirmEmail(deps, body.token);
    if (confirmed.code !== 'confirmed') return sendRefusal(reply, confirmed.code, refusals[confirmed.code]);
    return { email: confirmed.email };
  });
}

const refusals = {
  link_invalid: accountSettingsSentences.linkInvalid,
  email_taken: accountSentences.emailTaken,
} as const;
