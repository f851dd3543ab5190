import type { FastifyInstance } from 'fastify';
import { donorSentences } from '#contract/admin/donors/search.ts';
import { nextCursorHeader } from '#contract/endpoint.ts';
import { adminDonorEndpoints } from '#contract/endpoints/admin/donors.ts';
import { hasRight } from '#domain/staff/rights.ts';
import { readPosition, writeCursor } from '#server/db/list-page.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { findDonorDonations } from './detail/donor-donations.ts';
import { readDonor } from './detail/read-donor.ts';
import { findDonor } from './find-donor.ts';
import { donorHelpRoutes } from './help-routes.ts';
import { donorStatementRoutes } from './statement-routes.ts';
import { searchDonors } from './search/search-donors.ts';

const { unknown, cursorInvalid } = donorSentences;

/** Registers the calls of the admin area about donors, with and without an account. */
export function adminDonorRoutes(app: FastifyInstance, deps: Deps): void {
  const { read } = deps.db;
  registerEndpoint(app, deps, adminDonorEndpoints.searchDonors, async ({ query, reply }) => {
    const after = readPosition(query, 'usr') ?? readPosition(query, 'int');
    if (!after) return sendRefusal(reply, 'invalid_request', cursorInvalid);
    const { donors, next } = await searchDonors(deps.db, query.search ?? '', after);
    if (next) reply.header(nextCursorHeader, writeCursor(next));
    return donors;
  });
  registerEndpoint(app, deps, adminDonorEndpoints.getDonor, async ({ params, user, reply }) => {
    const donor = await findDonor(read, params.id);
    if (!donor) return sendRefusal(reply, 'not_found', unknown);
    return readDonor(deps, donor, hasRight(user.staff_role, 'readMessages'));
  });
  registerEndpoint(app, deps, adminDonorEndpoints.listDonorDonations, async ({ params, query, reply }) => {
    const donor = await findDonor(read, params.id);
    if (!donor) return sendRefusal(reply, 'not_found', unknown);
    const before = readPosition(query, 'don');
    if (!before) return sendRefusal(reply, 'invalid_request', cursorInvalid);
    const { donations, next } = await findDonorDonations(read, donor, before);
    if (next) reply.header(nextCursorHeader, writeCursor(next));
    return donations;
  });
  donorHelpRoutes(app, deps);
  donorStatementRoutes(app, deps);
}
