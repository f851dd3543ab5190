import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import type { JobHandler } from '#server/outbox/worker.ts';
import * as z from 'zod/mini';
import { noteSubscription } from '#server/payments/index.ts';

const payloadSchema = z.object({ subscriptionId: z.string() });

/** Ends a subscription at the provider, until it has ended: for an account that is deleted, and for a dispute that was lost. */
export const cancelPlanJob: JobHandler = async (deps, job) => {
  const { subscriptionId } = payloadSchema.parse(JSON.parse(job.payload));
  const asked = await deps.cards.subscriptions.cancelSubscription(subscriptionId);
  if (asked.code === 'unavailable') throw new Error(`the provider did not end the subscription: ${asked.detail}`);
  await noteSubscription(deps, asked.state);
};

/** Has every plan of a donor ended, inside the caller's transaction. */
export async function endPlansOf(deps: Deps, tx: Tx, donorId: string): Promise<void> {
  const plans = await tx
    .selectFrom('plans')
    .select('subscription_id')
    .where('donor_id', '=', donorId)
    .where('status', '<>', 'ended')
    .execute();
  for (const { subscription_id: subscriptionId } of plans) {
    if (subscriptionId !== null) await endSubscription(deps, tx, subscriptionId);
  }
}

/** Has one subscription ended. */
export const endSubscription = (deps: Deps, tx: Tx, subscriptionId: string): Promise<void> =>
  enqueue(deps, tx, { kind: 'cancel_plan', dedupeKey: `cancel_plan:${subscriptionId}`, payload: { subscriptionId } });
