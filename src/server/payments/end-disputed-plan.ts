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
  if (lost) await endPlanOf(deps, tx, intent, lost.reversal_id);
}

/** Has the monthly gift ended that a payment belongs to, once for each cause; nothing for one that has ended, or for no plan's. */
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
  if (subscriptionId !== null) await endSubscription(deps, tx, { subscriptionId, cause });
}
