import type { Deps } from '#server/deps.ts';
import { followSubscription } from './follow-subscription.ts';
import { findOverdueSubscriptions } from './plan-queries.ts';

/**
 * Asks for every plan that should have been charged by now: the message that it was, or that it has ended, may be lost. One
 * that cannot be asked for is asked again by the next comparison, and holds up no other. Answers how many were asked for.
 */
export async function followOverduePlans(deps: Deps, now: Date): Promise<number> {
  const subscriptionIds = await findOverdueSubscriptions(deps.db.read, now);
  for (const subscriptionId of subscriptionIds) await followSubscription(deps, subscriptionId);
  return subscriptionIds.length;
}
