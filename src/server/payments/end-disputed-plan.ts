import type { Tx } from '#server/db/database.ts';
import type { DonationIntentRow, ReversalRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';

/** Has a monthly gift ended whose donor's bank took a charge back for good: the next charge would end the same way. */
export async function endDisputedPlan(
  deps: Deps,
  tx: Tx,
  intent: DonationIntentRow,
  reversals: readonly ReversalRow[],
): Promise<void> {
  const isLost = reversals.some(({ kind, status }) => kind === 'dispute' && status === 'lost');
  if (!isLost || intent.plan_id === null) return;
  const plan = await tx
    .selectFrom('plans')
    .select('subscription_id')
    .where('id', '=', intent.plan_id)
    .where('status', '<>', 'ended')
    .executeTakeFirst();
  const subscriptionId = plan?.subscription_id ?? null;
  if (subscriptionId === null) return;
  await enqueue(deps, tx, {
    kind: 'cancel_plan',
    dedupeKey: `cancel_plan:${subscriptionId}`,
    payload: { subscriptionId },
  });
}
