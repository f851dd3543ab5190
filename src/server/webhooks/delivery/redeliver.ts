import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordAction, type StaffMember } from '#server/staff/index.ts';
import { enqueueAttempt } from './insert-delivery.ts';

interface Redelivery {
  readonly actor: StaffMember;
  readonly deliveryId: string;
  readonly reason: string;
}

/** Enqueues an immediate attempt, whatever the status of the delivery and its endpoint. It replaces a planned attempt. */
export const redeliver = (
  deps: Deps,
  { actor, deliveryId, reason }: Redelivery,
): Promise<{ readonly code: 'enqueued' | 'not_found' }> =>
  inTransaction(deps.db, async (tx) => {
    const delivery = await tx
      .updateTable('webhook_deliveries')
      .set((e) => ({ job_number: e('job_number', '+', 1), next_attempt_at: deps.clock.now().toISOString() }))
      .where('id', '=', deliveryId)
      .returning(['endpoint_id', 'event_id', 'job_number'])
      .executeTakeFirst();
    if (!delivery) return { code: 'not_found' };
    await enqueueAttempt(deps, tx, { deliveryId, jobNumber: delivery.job_number, isByHand: true });
    await recordAction(deps, tx, {
      actor,
      action: 'webhook_redelivered',
      subject: { kind: 'webhook', id: delivery.endpoint_id },
      after: { delivery: deliveryId, event: delivery.event_id },
      reason,
    });
    return { code: 'enqueued' };
  });
