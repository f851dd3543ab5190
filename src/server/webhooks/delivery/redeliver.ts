import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordAction } from '#server/staff/index.ts';
import type { EndpointChange } from '../endpoints/change-endpoint.ts';
import { enqueueAttempt } from './insert-delivery.ts';

/** Sends a delivery again immediately, whatever its status and its endpoint's. This replaces a planned attempt. */
export const redeliver = (
  deps: Deps,
  { actor, id, reason }: EndpointChange,
): Promise<{ readonly code: 'enqueued' | 'not_found' }> =>
  inTransaction(deps.db, async (tx) => {
    const delivery = await tx
      .updateTable('webhook_deliveries')
      .set((e) => ({ job_number: e('job_number', '+', 1), next_attempt_at: deps.clock.now().toISOString() }))
      .where('id', '=', id)
      .returning(['endpoint_id', 'event_id', 'job_number'])
      .executeTakeFirst();
    if (!delivery) return { code: 'not_found' };
    await enqueueAttempt(deps, tx, { deliveryId: id, jobNumber: delivery.job_number, isByHand: true });
    await recordAction(deps, tx, {
      actor,
      action: 'webhook_redelivered',
      subject: { kind: 'webhook', id: delivery.endpoint_id },
      after: { delivery: id, event: delivery.event_id },
      reason,
    });
    return { code: 'enqueued' };
  });
