import type { FastifyInstance } from 'fastify';
import { claimForOther, claimRefused, cursorInvalid, donationsQuery, nextCursorHeader } from '#contract/donor.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { claimDonation } from './claim-donation.ts';
import { newestPlace, readCursor, writeCursor } from './cursor.ts';
import { listDonations } from './list-donations.ts';

/** A donor's history, and the claim that brings an earlier gift into it (spec 7). */
export function donationRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, endpoints.listDonations, async ({ user, request, reply }) => {
    const query = donationsQuery.safeParse(request.query);
    if (!query.success) return sendRefusal(reply, 'invalid_request', cursorInvalid);
    const { cursor } = query.data;
    const after = cursor === undefined ? newestPlace : readCursor(cursor);
    if (!after) return sendRefusal(reply, 'invalid_request', cursorInvalid);
    const page = await listDonations(deps.db.read, user.id, after);
    if (page.next) reply.header(nextCursorHeader, writeCursor(page.next));
    return page.donations;
  });
  registerEndpoint(app, deps, endpoints.claimDonation, async ({ params, body, user, reply }) => {
    const claimedFor = body?.userId ?? user.id;
    if (claimedFor !== user.id) return sendRefusal(reply, 'forbidden', claimForOther);
    const { code } = await claimDonation(deps, params.id, user.id);
    return code === 'claimed' ? { id: params.id } : sendRefusal(reply, code, claimRefused);
  });
}
