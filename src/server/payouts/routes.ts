import type { FastifyInstance } from 'fastify';
import { payoutEndpoints } from '#contract/endpoints/admin/money/payouts.ts';
import { utcDay } from '#domain/ledger/utc-day.ts';
import { charityNames } from '#server/catalogue/index.ts';
import type { Deps } from '#server/deps.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { accountRoutes } from './bank-accounts/account-routes.ts';
import { batchRoutes } from './batches/batch-routes.ts';
import { confirmationRoutes } from './confirmation/confirmation-routes.ts';
import { fileRoutes } from './files/file-routes.ts';
import { copyPayableEntries } from './copy-entries.ts';
import { toFiguresResponse } from './figures-response.ts';
import { findLostBatches } from './lost-batches.ts';
import { readFigures } from './read-figures.ts';
import { returnRoutes } from './returns/return-routes.ts';
import { statementRoutes } from './statement/statement-routes.ts';
import { listWaitingDecisions } from './waiting.ts';

/** Registers the calls about what charities are owed and how they are paid. */
export function payoutRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, payoutEndpoints.getPayouts, async () => {
    await copyPayableEntries(deps, 1); // what was posted since the last scheduled copy
    const names = charityNames(deps);
    const figures = await readFigures(deps, deps.db.read);
    return {
      holdDays: deps.config.payoutHoldDays,
      today: utcDay(deps.clock.now()),
      lost: await findLostBatches(deps),
      figures: figures.map((one) => toFiguresResponse(one, names)),
    };
  });
  registerEndpoint(app, deps, payoutEndpoints.listPayoutDecisions, ({ user }) => listWaitingDecisions(deps, user.id));
  batchRoutes(app, deps);
  accountRoutes(app, deps);
  fileRoutes(app, deps);
  statementRoutes(app, deps);
  returnRoutes(app, deps);
  confirmationRoutes(app, deps);
}
