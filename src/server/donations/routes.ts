import type { FastifyInstance } from 'fastify';
import { claimForOtherUser, claimRefused, cursorInvalid } from '#contract/donor.ts';
import { detailsHeader, nextCursorHeader } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Deps } from '#server/deps.ts';
import { readPosition } from '#server/db/list-page.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { claimDonation } from './claim-donation.ts';
import { findImpactMonths } from './impact/impact-months.ts';
import { sumImpact } from './impact/impact.ts';
import { listDonations } from './list-donations.ts';
import { findRewards } from './rewards.ts';

/** Registers the endpoints for a donor's history, claims, impact and rewards (spec 7). */
export function donationRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, endpoints.listDonations, async ({ query, user, request, reply }) => {
    const after = readPosition(query, 'don');
    if (!after) return sendRefusal(reply, 'invalid_request', cursorInvalid);
    const hasDetails = request.headers[detailsHeader] !== undefined;
    const { rows, nextCursor } = await listDonations(deps.db.read, user.id, after, hasDetails);
    if (nextCursor) reply.header(nextCursorHeader, nextCursor);
    return rows;
  });
  registerEndpoint(app, deps, endpoints.claimDonation, async ({ params, body, user, reply }) => {
    const claimedFor = body?.userId ?? user.id;
    if (claimedFor !== user.id) return sendRefusal(reply, 'forbidden', claimForOtherUser);
    const { code } = await claimDonation(deps, params.id, user.id);
    return code === 'claimed' ? { id: params.id } : sendRefusal(reply, code, claimRefused);
  });
  registerEndpoint(app, deps, endpoints.getImpact, async ({ user }) => sumImpact(deps.db.read, user.id));
  registerEndpoint(app, deps, endpoints.getImpactMonths, async ({ user }) => findImpactMonths(deps, user));
  registerEndpoint(app, deps, endpoints.getRewards, async ({ user }) => findRewards(deps, user));
}
