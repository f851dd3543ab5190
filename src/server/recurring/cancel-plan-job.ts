import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { removedDonor } from '#server/donations/index.ts';
import type { JobHandler } from '#server/outbox/worker.ts';
import * as z from 'zod/mini';
import { endSubscription, noteSubscription } from '#server/payments/index.ts';

const payloadSchema = z.object({ subscriptionId: z.string() });

/** Ends a subscription at the provider, until it has ended: for an account that is deleted, and for a dispute that was lost. */
export const cancelPlanJob: JobHandler = async (deps, job) => {
  const { subscriptionId } = payloadSchema.parse(JSON.parse(job.payload));
  const asked = await deps.cards.subscriptions.cancelSubscription(subscriptionId);
  if (asked.code === 'unavailable') throw new Error(`the provider did not end the subscription: ${asked.detail}`);
  await noteSubscription(deps, asked.state);
};

/**
 * Takes a donor's plans from the person and has them ended, inside the caller's transaction. A plan whose subscription is not
 * known yet is ended by whoever notes it, under the new version: they see the old owner's plan no more.
 */
export async function endPlansOf(deps: Deps, tx: Tx, donorId: string): Promise<void> {
  const plans = await tx
    .updateTable('plans')
    .set((e) => ({ donor_id: removedDonor, version: e('version', '+', 1) }))
    .where('donor_id', '=', donorId)
    .returning(['subscription_id', 'status'])
    .execute();
  for (const { subscription_id: subscriptionId, status } of plans) {
    const isOver = status === 'ended' || subscriptionId === null;
    if (!isOver) await endSubscription(deps, tx, { subscriptionId, cause: 'account_deleted' });
  }
}
