import type { Tx } from '#server/db/database.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';

/** Enqueues the cancellation of the subscription behind a payment, unless the payment is one-time or the plan has ended. */
export async function endPlanOf(
  deps: Deps,
  tx: Tx,
  { plan_id: planId }: Pick<DonationIntentRow, 'plan_id'>,
  cause: string,
): Promise<void> {
  if (planId === null) return;
  const plan = await tx
    .selectFrom('plans')
    .select('subscription_id')
    .where('id', '=', planId)
    .where('status', '<>', 'ended')
    .executeTakeFirst();
  const subscriptionId = plan?.subscription_id ?? null;
  if (subscriptionId !== null) await cancelSubscriptionLater(deps, tx, { subscriptionId, cause });
}

/**
 * Enqueues the cancellation of a subscription in the caller's transaction. There is one job for each cause, so a
 * dead job of one cause does not block that of another.
 */
export const cancelSubscriptionLater = (
  deps: Deps,
  tx: Tx,
  { subscriptionId, cause }: { readonly subscriptionId: string; readonly cause: string },
): Promise<void> =>
  enqueue(deps, tx, {
    kind: 'cancel_plan',
    dedupeKey: `cancel_plan:${subscriptionId}:${cause}`,
    payload: { subscriptionId },
  });
