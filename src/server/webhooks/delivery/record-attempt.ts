import { nextAttemptAt } from '#domain/webhooks/delivery-plan.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { WebhookDeliveryRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { WebhookAnswer } from '#server/ports/webhook-transport.ts';
import { recordFailure, recordSuccess } from './endpoint-health.ts';
import type { DeliveryForEndpoint } from './find-delivery.ts';
import { enqueueAttempt } from './insert-delivery.ts';

/** The outcome of an attempt, made on a schedule or by hand. */
interface Attempt {
  readonly delivery: DeliveryForEndpoint;
  readonly isByHand: boolean;
  readonly answer: WebhookAnswer;
}

/** Records an attempt and plans the next one, in one transaction. Records nothing if the endpoint was removed. */
export async function recordAttempt(deps: Deps, attempt: Attempt): Promise<void> {
  const { delivery, isByHand, answer } = attempt;
  const isDelivered = answer.code === 'answered' && answer.statusCode >= 200 && answer.statusCode < 300;
  const isSwitchedOff = await inTransaction(deps.db, async (tx) => {
    const counted = await countAttempt(tx, delivery.id, isByHand);
    if (!counted) return false;
    await insertAttempt(deps, tx, counted, answer);
    await (isDelivered ? markDelivered(tx, counted) : planNext(deps, tx, counted, attempt));
    if (isDelivered) await recordSuccess(tx, delivery);
    return !isDelivered && !isByHand && (await recordFailure(deps, tx, delivery, isGone(answer)));
  });
  const { id: deliveryId, endpoint_id: endpointId } = delivery;
  const details = { endpointId, deliveryId, event: delivery.event, ...outcomeOf(answer) };
  if (!isDelivered) deps.log.warn(details, 'webhook delivery failed');
  if (!isSwitchedOff) return;
  deps.log.error({ endpointId }, 'webhook endpoint switched off; needs review');
  await deps.wantedEvents.refresh(deps.db.read);
}

const isGone = (answer: WebhookAnswer): boolean => answer.code === 'answered' && answer.statusCode === 410;

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
  answer: WebhookAnswer,
): Promise<void> {
  const attemptedAt = clock.now().toISOString();
  await tx
    .insertInto('webhook_attempts')
    .values({ delivery_id: id, number: attempts, attempted_at: attemptedAt, ...columnsOf(answer) })
    .execute();
}

const columnsOf = (answer: WebhookAnswer) =>
  answer.code === 'answered'
    ? { status_code: answer.statusCode, problem: null, answer: shorten(answer.text) }
    : { status_code: null, problem: answer.problem, answer: null };

/** PostgreSQL stores no NUL. */
const shorten = (text: string): string => [...text.replaceAll('\0', '')].slice(0, answerMax).join('').toWellFormed();

const answerMax = 500;

const outcomeOf = (answer: WebhookAnswer) =>
  answer.code === 'answered' ? { statusCode: answer.statusCode } : { problem: answer.problem };

async function markDelivered(tx: Tx, { id }: WebhookDeliveryRow): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set((e) => ({ status: 'delivered', next_attempt_at: null, job_number: e('job_number', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** After a failure. Plans nothing if staff requested an attempt during this one. What was delivered stays delivered. */
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
