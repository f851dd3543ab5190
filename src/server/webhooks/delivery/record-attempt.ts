import { nextAttemptAt } from '#domain/webhooks/delivery-schedule.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { WebhookDeliveryRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { WebhookResponse } from '#server/ports/webhook-transport.ts';
import { recordFailure, recordSuccess } from './endpoint-health.ts';
import type { DeliveryForEndpoint } from './find-delivery.ts';
import { enqueueAttempt } from './insert-delivery.ts';

/** The outcome of an attempt, made on a schedule or by hand. */
interface Attempt {
  readonly delivery: DeliveryForEndpoint;
  readonly isByHand: boolean;
  readonly response: WebhookResponse;
}

/** Records an attempt and plans the next one, in one transaction. Records nothing if the endpoint was removed. */
export async function recordAttempt(deps: Deps, attempt: Attempt): Promise<void> {
  const { delivery, isByHand, response } = attempt;
  const isDelivered = response.code === 'responded' && response.statusCode >= 200 && response.statusCode < 300;
  const isSwitchedOff = await inTransaction(deps.db, async (tx) => {
    const counted = await countAttempt(tx, delivery.id, isByHand);
    if (!counted) return false;
    await insertAttempt(deps, tx, counted, response);
    await (isDelivered ? markDelivered(tx, counted) : planNext(deps, tx, counted, attempt));
    if (isDelivered) await recordSuccess(tx, delivery);
    return !isDelivered && !isByHand && (await recordFailure(deps, tx, delivery, isGone(response)));
  });
  const { id: deliveryId, endpoint_id: endpointId } = delivery;
  const details = { endpointId, deliveryId, event: delivery.event, ...outcomeOf(response) };
  if (!isDelivered) deps.log.warn(details, 'webhook delivery failed');
  if (!isSwitchedOff) return;
  deps.log.error({ endpointId }, 'webhook endpoint switched off; needs review');
  await deps.wantedEvents.refresh(deps.db.read);
}

const isGone = (response: WebhookResponse): boolean => response.code === 'responded' && response.statusCode === 410;

/** Locks the row, so that attempts that end at the same time are recorded one after another. */
const countAttempt = (tx: Tx, id: string, isByHand: boolean): Promise<WebhookDeliveryRow | undefined> =>
  tx
    .updateTable('webhook_deliveries')
    .set((e) => ({
      attempts: e('attempts', '+', 1),
      planned_attempts: e('planned_attempts', '+', isByHand ? 0 : 1),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

async function insertAttempt(
  { clock }: Deps,
  tx: Tx,
  { id, attempts }: WebhookDeliveryRow,
  response: WebhookResponse,
): Promise<void> {
  const attemptedAt = clock.now().toISOString();
  await tx
    .insertInto('webhook_attempts')
    .values({ delivery_id: id, number: attempts, attempted_at: attemptedAt, ...columnsOf(response) })
    .execute();
}

const columnsOf = (response: WebhookResponse) =>
  response.code === 'responded'
    ? { status_code: response.statusCode, problem: null, answer: shorten(response.text) }
    : { status_code: null, problem: response.problem, answer: null };

/** Shortens the text of a response, and removes NUL, which PostgreSQL cannot store. */
const shorten = (text: string): string =>
  [...text.replaceAll('\0', '')].slice(0, charactersMax).join('').toWellFormed();

const charactersMax = 500;

const outcomeOf = (response: WebhookResponse) =>
  response.code === 'responded' ? { statusCode: response.statusCode } : { problem: response.problem };

async function markDelivered(tx: Tx, { id }: WebhookDeliveryRow): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set((e) => ({ status: 'delivered', next_attempt_at: null, job_number: e('job_number', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Plans the next attempt after a failed one, unless staff requested another during it. A delivered event stays delivered. */
async function planNext(deps: Deps, tx: Tx, counted: WebhookDeliveryRow, { delivery }: Attempt): Promise<void> {
  if (counted.job_number !== delivery.job_number) return;
  const isWaiting = counted.status === 'waiting';
  const at = isWaiting ? nextAttemptAt(Math.max(1, counted.planned_attempts), deps.clock.now()) : undefined;
  const jobNumber = counted.job_number + 1;
  const status = isWaiting && !at ? 'failed' : counted.status;
  await tx
    .updateTable('webhook_deliveries')
    .set({ status, next_attempt_at: at?.toISOString() ?? null, job_number: jobNumber })
    .where('id', '=', counted.id)
    .execute();
  if (at) await enqueueAttempt(deps, tx, { deliveryId: counted.id, jobNumber, isByHand: false, at });
}
