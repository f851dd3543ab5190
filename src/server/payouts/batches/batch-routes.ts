import type { FastifyInstance, FastifyReply } from 'fastify';
import { payoutSentences, problemSentences } from '#contract/admin/money/payouts.ts';
import { nextCursorHeader } from '#contract/endpoint.ts';
import { payoutEndpoints } from '#contract/endpoints/admin/money/payouts.ts';
import { isCurrencyCode } from '#domain/money/currency.ts';
import { fromDecimal } from '#domain/money/money.ts';
import { formatUtcMoment, utcDay } from '#domain/ledger/utc-day.ts';
import { charityNames } from '#server/catalogue/index.ts';
import { readPosition } from '#server/db/list-page.ts';
import type { PayoutBatchRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { readUsernames } from '../names.ts';
import { createBatch, type BatchRequest } from './create-batch.ts';
import { cancelBatch, payBatch, type BatchRefusal } from './decide-batch.ts';
import { previewBatch } from './preview-batch.ts';
import { listBatches, readBatch } from './read-batches.ts';

/** Registers the calls about batches of payouts, from the preview to the payment. */
export function batchRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, payoutEndpoints.previewPayouts, ({ query }) =>
    previewBatch(deps, query.day ?? utcDay(deps.clock.now())),
  );
  registerEndpoint(app, deps, payoutEndpoints.listBatches, async ({ query, reply }) => {
    const after = readPosition(query, 'bat');
    if (!after) return sendRefusal(reply, 'invalid_request', payoutSentences.cursorInvalid);
    const { rows, nextCursor } = await listBatches(deps.db.read, after);
    if (nextCursor !== undefined) reply.header(nextCursorHeader, nextCursor);
    return rows;
  });
  registerEndpoint(app, deps, payoutEndpoints.getBatch, async ({ params, user, reply }) => {
    const batch = await readBatch(deps.db.read, params.id, user.id);
    return batch ?? sendRefusal(reply, 'not_found', payoutSentences.batchUnknown);
  });
  registerEndpoint(app, deps, payoutEndpoints.createBatch, async ({ body, user, reply }) => {
    const payouts = parsePayouts(body.payouts);
    if (!payouts) return sendRefusal(reply, 'invalid_amount', payoutSentences.amountInvalid);
    const created = await createBatch(deps, user, { day: body.day, payouts, reason: body.reason });
    if (created.code === 'created') {
      deps.log.info({ batchId: created.batchId, createdBy: user.id }, 'batch of payouts created');
      return { id: created.batchId };
    }
    const name = charityNames(deps).get(created.payee.charityId) ?? 'Unknown charity';
    const sentence = `${name}, ${created.payee.currency}: ${problemSentences[created.problem]}`;
    return sendRefusal(reply, 'not_payable', sentence);
  });
  registerEndpoint(app, deps, payoutEndpoints.payBatch, async ({ params, body, user, reply }) => {
    const paid = { paidOn: body.paidOn, reference: body.reference, isWaived: body.waive ?? false, reason: body.reason };
    const outcome = await payBatch(deps, user, params.id, paid);
    if (outcome.code !== 'paid') return refuse(deps, reply, outcome);
    const { isWaived } = outcome;
    deps.log.info({ batchId: params.id, paidBy: user.id, isWaived }, 'batch of payouts paid');
    return { status: 'paid' as const };
  });
  registerEndpoint(app, deps, payoutEndpoints.cancelBatch, async ({ params, body, user, reply }) => {
    const outcome = await cancelBatch(deps, user, params.id, body.reason);
    if (outcome.code !== 'canceled') return refuse(deps, reply, outcome);
    deps.log.info({ batchId: params.id, canceledBy: user.id }, 'batch of payouts canceled');
    return { status: 'canceled' as const };
  });
}

/** Returns undefined if a currency is unknown, or an amount has more decimals than its currency. */
function parsePayouts(
  typed: readonly { readonly charityId: number; readonly currency: string; readonly amount: number }[],
): BatchRequest['payouts'] | undefined {
  const payouts = typed.flatMap(({ charityId, currency, amount }) => {
    const expected = isCurrencyCode(currency) ? fromDecimal(amount, currency) : undefined;
    return expected ? [{ payee: { charityId, currency: expected.currency }, expected }] : [];
  });
  return payouts.length === typed.length ? payouts : undefined;
}

async function refuse(deps: Deps, reply: FastifyReply, refusal: BatchRefusal): Promise<FastifyReply> {
  switch (refusal.code) {
    case 'decided':
      return sendRefusal(reply, 'already_decided', await decidedSentence(deps, refusal.batch));
    case 'second_person_needed':
      return sendRefusal(reply, 'second_person_needed', payoutSentences.secondPerson);
    case 'may_waive':
      return sendRefusal(reply, 'second_person_needed', payoutSentences.mayWaive);
    case 'day_invalid':
      return sendRefusal(reply, 'invalid_day', payoutSentences.paidOnInvalid);
    case 'not_found':
      return sendRefusal(reply, 'not_found', payoutSentences.batchUnknown);
  }
}

/** Says who decided first, and when. */
async function decidedSentence(deps: Deps, batch: PayoutBatchRow): Promise<string> {
  const names = await readUsernames(deps.db.read, [batch.decided_by]);
  const who = names.get(batch.decided_by ?? '') ?? 'Someone';
  const when = formatUtcMoment(new Date(batch.decided_at ?? batch.created_at));
  return batch.status === 'paid'
    ? `${who} marked this batch as paid on ${when}, with the reference ${batch.reference ?? ''}.`
    : `${who} canceled this batch on ${when}.`;
}
