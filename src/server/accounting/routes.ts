import type { FastifyInstance } from 'fastify';
import { accountingSentences } from '#contract/admin/money/accounting.ts';
import { accountingEndpoints } from '#contract/endpoints/admin/money/accounting.ts';
import { utcDay } from '#domain/ledger/utc-day.ts';
import { currentFilePrefix } from '#server/current-words.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { createDownloads } from '#server/http/files/downloads.ts';
import { sendFile } from '#server/http/files/send-file.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { recordAlone } from '#server/staff/index.ts';
import { closeRoutes } from './close/routes.ts';
import { exportTrialBalance, readTrialBalance } from './trial-balance.ts';

/** Registers the endpoints through which the team reads the books. */
export function accountingRoutes(app: FastifyInstance, deps: Deps): void {
  const downloads = createDownloads();
  closeRoutes(app, deps);
  const today = () => utcDay(deps.clock.now());
  registerEndpoint(app, deps, accountingEndpoints.getTrialBalance, async ({ query: { day = today() }, reply }) =>
    day > today()
      ? sendRefusal(reply, 'invalid_request', accountingSentences.dayFuture)
      : readTrialBalance(deps, deps.db.read, day),
  );
  registerEndpoint(
    app,
    deps,
    accountingEndpoints.exportTrialBalance,
    async ({ query: { day = today() }, user, reply }) => {
      if (day > today()) return sendRefusal(reply, 'invalid_request', accountingSentences.dayFuture);
      const record = () =>
        recordAlone(deps, { actor: user, action: 'trial_balance_downloaded', subject: { kind: 'day', id: day } });
      const start = () => downloads.start(user.id, exportTrialBalance(deps, deps.db.patient.read, day));
      return sendFile(reply, {
        name: `${currentFilePrefix(deps)}-trial-balance-${day}.csv`,
        type: 'text/csv',
        start,
        record,
      });
    },
  );
}
