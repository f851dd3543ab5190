import type { FastifyInstance } from 'fastify';
import { accountingSentences } from '#contract/admin/money/accounting.ts';
import { accountingEndpoints } from '#contract/endpoints/admin/money/accounting.ts';
import { currentFilePrefix } from '#server/current-words.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { createDownloads } from '#server/http/files/downloads.ts';
import { sendFile } from '#server/http/files/send-file.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { recordAlone } from '#server/staff/index.ts';
import { checkedArchive, closeMonth, findClosedMonth } from './close-month.ts';
import { listMonths, toClosedMonth } from './list-months.ts';

/** Registers the endpoints for the months of the ledger and their archives. */
export function closeRoutes(app: FastifyInstance, deps: Deps): void {
  const downloads = createDownloads();
  registerEndpoint(app, deps, accountingEndpoints.listMonths, () => listMonths(deps.db.read, deps.clock.now()));
  registerEndpoint(app, deps, accountingEndpoints.closeMonth, async ({ body, user, reply }) => {
    const result = await closeMonth(deps, user, body);
    return result.code === 'closed'
      ? toClosedMonth(result.row)
      : sendRefusal(reply, 'month_open', accountingSentences[result.code]);
  });
  registerEndpoint(app, deps, accountingEndpoints.downloadMonth, async ({ params: { month }, user, reply }) => {
    const row = await findClosedMonth(deps.db.read, month);
    if (!row) return sendRefusal(reply, 'not_found', accountingSentences.notClosed);
    const record = () =>
      recordAlone(deps, { actor: user, action: 'month_downloaded', subject: { kind: 'month', id: month } });
    const start = () => downloads.start(user.id, checkedArchive(deps, downloads.runExclusive, row));
    return sendFile(reply, { name: `${currentFilePrefix(deps)}-${month}.zip`, type: 'application/zip', start, record });
  });
}
