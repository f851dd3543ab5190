import { attemptsMax } from '#domain/webhooks/delivery-schedule.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { enqueue } from '#server/outbox/enqueue.ts';

export interface NewDelivery {
  readonly endpointId: string;
  readonly event: string;
  readonly eventId: string;
  readonly body: string;
  /** Attempted once, whatever the endpoint's status. */
  readonly isByHand: boolean;
}

/** Adds a delivery that is due immediately, unless the endpoint already has one of this event. */
export async function insertDelivery(deps: Deps, tx: Tx, { isByHand, ...delivery }: NewDelivery): Promise<void> {
  const id = newId('whd', deps.random);
  const now = deps.clock.now().toISOString();
  const inserted = await tx
    .insertInto('webhook_deliveries')
    .values({
      id,
      endpoint_id: delivery.endpointId,
      event: delivery.event,
      event_id: delivery.eventId,
      body: delivery.body,
      status: 'waiting',
      attempts: 0,
      planned_attempts: isByHand ? attemptsMax : 0,
      job_number: 1,
      next_attempt_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['endpoint_id', 'event_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) await enqueueAttempt(deps, tx, { deliveryId: id, jobNumber: 1, isByHand });
}

/** Enqueues the next attempt: immediately, or at a given time. */
export const enqueueAttempt = (
  deps: Deps,
  tx: Tx,
  attempt: { readonly deliveryId: string; readonly jobNumber: number; readonly isByHand: boolean; readonly at?: Date },
): Promise<void> =>
  enqueue(deps, tx, {
    kind: 'deliver_webhook',
    dedupeKey: `webhook_attempt:${attempt.deliveryId}:${attempt.jobNumber}`,
    payload: {
      deliveryId: attempt.deliveryId,
      jobNumber: String(attempt.jobNumber),
      isByHand: attempt.isByHand ? 'yes' : 'no',
    },
    ...(attempt.at ? { runAt: attempt.at } : {}),
  });
