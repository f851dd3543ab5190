import type { FastifyInstance, FastifyReply } from 'fastify';
import { payoutSentences } from '#contract/admin/money/payouts.ts';
import { payoutEndpoints } from '#contract/endpoints/admin/money/payouts.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { sendCompleteFile } from '#server/http/files/send-file.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { recordAlone, type StaffMember } from '#server/staff/index.ts';
import { messageIdOf, type BankOrder } from './bank-file.ts';
import { writePain001 } from './pain001.ts';
import { readOrder } from './read-order.ts';
import { writeTransfersCsv } from './transfers-csv.ts';

/** Registers the downloads of files for the bank. */
export function fileRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, payoutEndpoints.downloadPaymentFile, ({ params, user, reply }) =>
    sendOrder(deps, reply, { ...params, actor: user }, (order) => [
      'application/xml',
      `${messageIdOf(order)}.xml`,
      writePain001(order),
    ]),
  );
  registerEndpoint(app, deps, payoutEndpoints.downloadTransfers, ({ params, user, reply }) =>
    sendOrder(deps, reply, { ...params, actor: user }, (order) => [
      'text/csv',
      `${messageIdOf(order)}.csv`,
      writeTransfersCsv(order),
    ]),
  );
}

async function sendOrder(
  deps: Deps,
  reply: FastifyReply,
  { id, currency, actor }: { readonly id: string; readonly currency: string; readonly actor: StaffMember },
  write: (order: BankOrder) => readonly [type: string, name: string, content: string],
): Promise<FastifyReply> {
  const read = await readOrder(deps, id, currency);
  if (read.code !== 'read')
    return read.code === 'not_found'
      ? sendRefusal(reply, 'not_found', payoutSentences.noTransfers)
      : sendRefusal(reply, 'no_bank_account', payoutSentences.noOwnAccount);
  const [type, name, content] = write(read.order);
  const record = async (): Promise<void> => {
    await recordAlone(deps, {
      actor,
      action: 'bank_file_downloaded',
      subject: { kind: 'payout_batch', id },
      after: { file: name },
    });
    deps.log.info({ batchId: id, currency, downloadedBy: actor.id }, 'bank file downloaded');
  };
  return sendCompleteFile(reply, { name, type: `${type}; charset=utf-8`, content, record });
}
