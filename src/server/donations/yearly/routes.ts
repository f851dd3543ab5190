import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { Deps } from '#server/deps.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { findDonationYears } from './donations-of-year.ts';
import { createYearlyFiles } from './yearly-files.ts';

/** Registers the endpoints for a donor's yearly statements. */
export function statementRoutes(app: FastifyInstance, deps: Deps): void {
  const files = createYearlyFiles(deps);
  registerEndpoint(app, deps, endpoints.listStatements, async ({ user }) => ({
    years: await findDonationYears(deps.db.read, user.id),
  }));
  registerEndpoint(app, deps, endpoints.downloadYearlyStatement, ({ params: { year }, user, reply }) =>
    files.sendStatement(reply, { donorId: user.id, year, requesterId: user.id }),
  );
  registerEndpoint(app, deps, endpoints.downloadYearlyTable, ({ params: { year }, user, reply }) =>
    files.sendTable(reply, { donorId: user.id, year, requesterId: user.id }),
  );
}
