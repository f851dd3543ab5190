import type { FastifyInstance, FastifyReply } from 'fastify';
import { accountSentences } from '#contract/account/account.ts';
import { accountSettingsSentences, type AccountResponse } from '#contract/account/account-settings.ts';
import { endpoints } from '#contract/endpoints.ts';
import { callerOf } from '#server/auth/index.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { clearSessionCookie } from '#server/http/session-cookie.ts';
import { changeEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { dataRoutes } from './data/routes.ts';
import { endDevice, endOtherDevices, listDevices } from './devices.ts';
import { findAccount, resendConfirmation, updateProfile } from './profile.ts';
import { proofRefusals } from './proof-refusals.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';

/** Profile, address, password, devices, second factor and stored data of the signed-in user. */
export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, endpoints.getAccount, async ({ user, reply }) => sendAccount(deps, user.id, reply));
  registerEndpoint(app, deps, endpoints.updateProfile, async ({ user, body, reply }) => {
    const { code } = await updateProfile(deps, user.id, body);
    if (code !== 'updated') return sendRefusal(reply, 'invalid_request', accountSettingsSentences.timeZoneUnknown);
    return sendAccount(deps, user.id, reply);
  });
  registerEndpoint(app, deps, endpoints.resendConfirmation, async ({ user }) => {
    await resendConfirmation(deps, user.id);
    return {};
  });
  registerEndpoint(app, deps, endpoints.changeEmail, async ({ user, body, request, reply }) => {
    const { code } = await changeEmail(deps, user, body, callerOf(request, deps.config));
    if (code !== 'requested') {
      const [refused, sentence] = emailRefusals[code];
      return sendRefusal(reply, refused, sentence);
    }
    return sendAccount(deps, user.id, reply);
  });
  registerEndpoint(app, deps, endpoints.changePassword, async ({ user, body, request, reply }) => {
    const { code } = await changePassword(deps, user, body, callerOf(request, deps.config));
    return code === 'changed' ? {} : sendRefusal(reply, code, proofRefusals[code]);
  });
  deviceRoutes(app, deps);
  secondFactorRoutes(app, deps);
  dataRoutes(app, deps);
}

/** Listing signed-in devices and signing them out. */
function deviceRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, endpoints.listDevices, async ({ user }) => listDevices(deps, user));
  registerEndpoint(app, deps, endpoints.endOtherDevices, async ({ user, request }) => ({
    ended: await endOtherDevices(deps, user, callerOf(request, deps.config)),
  }));
  registerEndpoint(app, deps, endpoints.endDevice, async ({ user, params, reply }) => {
    const end = await endDevice(deps, user, params.id);
    if (end.code !== 'ended') return sendRefusal(reply, 'not_found', accountSettingsSentences.deviceUnknown);
    if (end.isCurrent) clearSessionCookie(reply, deps.config);
    return {};
  });
}

async function sendAccount(deps: Deps, userId: string, reply: FastifyReply): Promise<AccountResponse | FastifyReply> {
  const account = await findAccount(deps, userId);
  // Undefined when the account was deleted after this request was authenticated.
  return account ?? sendRefusal(reply, 'sign_in_required', accountSentences.signInNeeded);
}

const emailRefusals = {
  forbidden: ['forbidden', accountSettingsSentences.adminEmailFixed],
  password_wrong: ['password_wrong', proofRefusals.password_wrong],
  email_taken: ['email_taken', accountSentences.emailTaken],
  locked: ['too_many_requests', proofRefusals.too_many_requests],
  too_many_mails: ['too_many_requests', "We've already sent several links. Please try again later."],
} as const;
