import type { FastifyInstance } from 'fastify';
import { accountSettingsSentences } from '#contract/account/account-settings.ts';
import { endpoints } from '#contract/endpoints.ts';
import { callerOf } from '#server/auth/index.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { proofRefusals } from '../proof-refusals.ts';
import { removeSecondFactor } from './remove-second-factor.ts';
import { startSecondFactor } from './start-second-factor.ts';

/** Turning on a second factor in two steps, and turning it off. */
export function secondFactorRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, endpoints.startSecondFactor, async ({ user, body, request, reply }) => {
    const start = await startSecondFactor(deps, user, body.password, callerOf(request, deps.config));
    if (start.code === 'forbidden')
      return sendRefusal(reply, start.code, accountSettingsSentences.secondFactorAlreadyOn);
    if (start.code !== 'started') return sendRefusal(reply, start.code, proofRefusals[start.code]);
    return { secret: start.secret, uri: start.uri };
  });
  registerEndpoint(app, deps, endpoints.confirmSecondFactor, async ({ user, body, request, reply }) => {
    const confirmed = await confirmSecondFactor(deps, user, body.code, callerOf(request, deps.config));
    if (confirmed.code !== 'confirmed') return sendRefusal(reply, confirmed.code, proofRefusals[confirmed.code]);
    return { recoveryCodes: confirmed.recoveryCodes };
  });
  registerEndpoint(app, deps, endpoints.removeSecondFactor, async ({ user, body, request, reply }) => {
    const { code } = await removeSecondFactor(deps, user, body, callerOf(request, deps.config));
    if (code === 'forbidden') return sendRefusal(reply, code, accountSettingsSentences.secondFactorRequired);
    return code === 'removed' ? {} : sendRefusal(reply, code, proofRefusals[code]);
  });
}
