import type { FastifyInstance } from 'fastify';
import { payoutSentences } from '#contract/admin/money/payouts.ts';
import { fileSentences, nextCursorHeader } from '#contract/endpoint.ts';
import { payoutEndpoints } from '#contract/endpoints/admin/money/payouts.ts';
import { currentSender } from '#server/current-words.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { readPosition, writeCursor } from '#server/db/list-page.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { createDownloads } from '#server/http/files/downloads.ts';
import { sendFile, sendCompleteFile } from '#server/http/files/send-file.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { recordAction, type StaffMember } from '#server/staff/index.ts';
import { newStatementLink, storeStatementLink, type StatementLink } from '../confirmation/statement-links.ts';
import { findEntries, findPayout, toEntry } from './payout-entries.ts';
import { readStatement } from './read-statement.ts';
import { writeStatementCsv } from './statement-csv.ts';

/** Registers the calls that return a payout's entries, as pages and as files for the charity. */
export function statementRoutes(app: FastifyInstance, deps: Deps): void {
  const downloads = createDownloads();
  registerEndpoint(app, deps, payoutEndpoints.listPayoutEntries, async ({ params, query, reply }) => {
    const after = query.cursor === undefined ? { at: '', id: '' } : readPosition(query, 'ltx');
    if (!after) return sendRefusal(reply, 'invalid_request', payoutSentences.cursorInvalid);
    const payout = await findPayout(deps.db.read, params.id);
    if (!payout) return sendRefusal(reply, 'not_found', payoutSentences.payoutUnknown);
    const found = await findEntries(deps.db.read, payout, after, entriesPerPage + 1);
    const page = found.slice(0, entriesPerPage);
    const last = page.at(-1);
    if (last && found.length > entriesPerPage)
      reply.header(nextCursorHeader, writeCursor({ at: last.posted_at, id: last.transaction_id }));
    return page.map(toEntry);
  });
  registerEndpoint(app, deps, payoutEndpoints.downloadStatement, async ({ params, user, reply }) => {
    const payout = await findPayout(deps.db.read, params.id);
    if (!payout) return sendRefusal(reply, 'not_found', payoutSentences.payoutUnknown);
    if (payout.status === 'canceled') return sendRefusal(reply, 'not_found', payoutSentences.payoutCanceled);
    const link = newStatementLink(deps, user, payout);
    const statement = await readStatement(deps.db.read, payout, link);
    const written = await deps.pdf.writeNow({
      kind: 'statement',
      statement,
      sender: currentSender(deps),
    });
    if (written.code === 'busy') return sendRefusal(reply, 'unavailable', fileSentences.pdfBusy);
    const record = () => recordStatement(deps, user, payout.id, link);
    return sendCompleteFile(reply, {
      name: `${payout.id}.pdf`,
      type: 'application/pdf',
      content: written.file,
      record,
    });
  });
  registerEndpoint(app, deps, payoutEndpoints.downloadStatementTable, async ({ params, user, reply }) => {
    const payout = await findPayout(deps.db.read, params.id);
    if (!payout) return sendRefusal(reply, 'not_found', payoutSentences.payoutUnknown);
    if (payout.status === 'canceled') return sendRefusal(reply, 'not_found', payoutSentences.payoutCanceled);
    const link = newStatementLink(deps, user, payout);
    const record = () => recordStatement(deps, user, payout.id, link);
    const start = () => downloads.start(user.id, writeStatementCsv(deps.db, payout, link, downloads.runExclusive));
    return sendFile(reply, { name: `${payout.id}.csv`, type: 'text/csv', start, record });
  });
}

const entriesPerPage = 50;

/** Records the download, and stores the link that the file contains. */
const recordStatement = (deps: Deps, actor: StaffMember, id: string, link: StatementLink | undefined): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    if (link) await storeStatementLink(deps, tx, actor, id, link);
    await recordAction(deps, tx, {
      actor,
      action: 'statement_downloaded',
      subject: { kind: 'payout', id },
      after: { canConfirm: link !== undefined },
    });
  });
