import type { FastifyInstance } from 'fastify';
import { donorSentences } from '#contract/admin/donors/search.ts';
import { adminDonorEndpoints } from '#contract/endpoints/admin/donors.ts';
import type { Deps } from '#server/deps.ts';
import { createYearlyFiles, type YearlyRequest } from '#server/donations/index.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { recordAlone, type StaffMember } from '#server/staff/index.ts';
import { findDonor } from './find-donor.ts';

/** Registers the downloads of an account's yearly statements for the team. Guests have a receipt for each donation. */
export function donorStatementRoutes(app: FastifyInstance, deps: Deps): void {
  const files = createYearlyFiles(deps);
  /** Returns undefined if there is no such account. */
  const find = async (actor: StaffMember, { id, year }: { id: string; year: string }) => {
    const donor = await findDonor(deps.db.read, id);
    if (donor?.kind !== 'account') return undefined;
    const record = () =>
      recordAlone(deps, {
        actor,
        action: 'yearly_statement_downloaded',
        subject: { kind: 'donor', id: donor.id },
        after: { year },
      });
    return { donorId: donor.id, year, requesterId: actor.id, record } satisfies YearlyRequest;
  };
  registerEndpoint(app, deps, adminDonorEndpoints.downloadDonorStatement, async ({ params, user, reply }) => {
    const found = await find(user, params);
    return found ? files.sendStatement(reply, found) : sendRefusal(reply, 'not_found', donorSentences.unknown);
  });
  registerEndpoint(app, deps, adminDonorEndpoints.downloadDonorTable, async ({ params, user, reply }) => {
    const found = await find(user, params);
    return found ? files.sendTable(reply, found) : sendRefusal(reply, 'not_found', donorSentences.unknown);
  });
}
