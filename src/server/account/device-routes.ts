import type { FastifyInstance } from 'fastify';
import { accountCareSentences } from '#contract/account-care.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { clearSessionCookie } from '#server/http/session-cookie.ts';
import { endDevice, endOtherDevices, listDevices } from './devices.ts';

/** Listing signed-in devices and signing them out. */
export function deviceRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, endpoints.listDevices, async ({ user }) => listDevices(deps, user));
  registerEndpoint(app, deps, endpoints.endOtherDevices, async ({ user }) => ({
    ended: await endOtherDevices(deps, user),
  }));
  registerEndpoint(app, deps, endpoints.endDevice, async ({ user, params, reply }) => {
    const end = await endDevice(deps, user, params.id);
    if (end.code !== 'ended') return sendRefusal(reply, 'not_found', accountCareSentences.deviceUnknown);
    if (end.isCurrent) clearSessionCookie(reply, deps.config);
    return {};
  });
}
