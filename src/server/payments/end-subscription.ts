import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';

/** A subscription that is to end, and why: an attempt for one cause that was given up does not stand in the way of another's. */
export interface EndingSubscription {
  readonly subscriptionId: string;
  readonly cause: string;
}

/** Has a subscription ended at the provider, once for each cause, if the caller's transaction stands. */
export const endSubscription = (deps: Deps, tx: Tx, { subscriptionId, cause }: EndingSubscription): Promise<void> =>
  enqueue(deps, tx, {
    kind: 'cancel_plan',
    dedupeKey: `cancel_plan:${subscriptionId}:${cause}`,
    payload: { subscriptionId },
  });
