import type { Tx } from '#server/db/database.ts';
import type { DonationIntentRow, ReversalRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { endSubscription } from './end-subscription.ts';

/** Has a monthly gift ended whose donor's bank took a charge back for good: the next charge would end the same way. */
export async function endDisputedPlan(
  deps: Deps,
  tx: Tx,
  intent: DonationIntentRow,
  reversals: readonly ReversalRow[],
): Promise<void> {
  const lost = reversals.find(({ kind, status }) => kind === 'dispute' && status === 'lost');
  if (!lost || intent.plan_id === null) return;
  const plan = await tx
    .selectFrom('plans')
    .select('subscription_id')
    .where('id', '=', intent.plan_id)
    .where('status', '<>', 'ended')
    .executeTakeFirst();
  const subscriptionId = plan?.subscription_id ?? null;
  if (subscriptionId === null) return;
  await endSubscription(deps, tx, { subscriptionId, cause: lost.reversal_id });
}
