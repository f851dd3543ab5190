import { inTransaction, TransactionConflict } from '#server/db/in-transaction.ts';
import type { PlanRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { removedDonor } from '#server/donations/index.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { endSubscription } from './end-subscription.ts';
import { findPlanOf, updatePlan } from './plan-queries.ts';
import type { SubscriptionState } from './subscription-provider.ts';

/** What became of a look at a subscription: `unavailable` says that the provider could not be asked. */
export type FollowedSubscription =
  | { readonly code: 'followed'; readonly planId: string }
  | { readonly code: 'unknown' }
  | { readonly code: 'unavailable' };

/**
 * Asks the provider how a subscription stands, and notes it: messages about it come in any order, so none is taken at its
 * word. Where somebody else noted something meanwhile the answer may be the older one, and the provider is asked again.
 */
export async function followSubscription(deps: Deps, subscriptionId: string): Promise<FollowedSubscription> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const followed = await follow(deps, subscriptionId);
    if (followed.code !== 'moved') return followed;
  }
  deps.log.warn({ subscriptionId }, 'a subscription moved each time that the provider was asked about it');
  return { code: 'unavailable' };
}

const attemptsMax = 5;

async function follow(deps: Deps, subscriptionId: string): Promise<FollowedSubscription | PlanMoved> {
  const known = await findPlanOf(deps.db.read, { planId: undefined, subscriptionId });
  const asked = await deps.cards.subscriptions.fetchSubscription(subscriptionId);
  if (asked.code === 'unavailable') {
    deps.log.warn({ subscriptionId, detail: asked.detail }, 'the provider could not be asked about a subscription');
    return { code: 'unavailable' };
  }
  return note(deps, asked.state, known?.version);
}

/**
 * Notes how the provider says that a plan stands. Its end is told to the donor once. One that goes on for a donor whose account
 * was deleted, since its checkout was paid afterwards or ending it was given up, is ended: asked again for each month.
 */
export async function noteSubscription(deps: Deps, state: SubscriptionState): Promise<FollowedSubscription> {
  const noted = await note(deps, state, undefined);
  if (noted.code === 'moved') throw new TypeError('a plan of no version cannot have moved');
  return noted;
}

/** The plan is not as it was when the provider was asked. */
interface PlanMoved {
  readonly code: 'moved';
}

const note = (
  deps: Deps,
  state: SubscriptionState,
  seenVersion: number | undefined,
): Promise<FollowedSubscription | PlanMoved> =>
  inTransaction(deps.db, async (tx) => {
    const plan = await findPlanOf(tx, state);
    if (!plan || state.isLive !== deps.cards.isLive) {
      deps.log.error(
        { subscriptionId: state.subscriptionId },
        'a subscription of nobody known: a person must look at it',
      );
      return { code: 'unknown' };
    }
    if (seenVersion !== undefined && plan.version !== seenVersion) return { code: 'moved' };
    if (plan.donor_id === removedDonor && state.status !== 'ended') {
      const cause = `owner_removed:${state.nextChargeAt?.toISOString() ?? ''}`;
      await endSubscription(deps, tx, { subscriptionId: state.subscriptionId, cause });
    }
    const isOver = plan.status === 'ended' && state.status !== 'ended'; // what has ended never begins again
    if (isOver || isSame(plan, state)) return { code: 'followed', planId: plan.id };
    if (!(await updatePlan(tx, plan, state, deps.clock.now().toISOString()))) throw new TransactionConflict();
    if (state.status === 'ended' && plan.status !== 'ended') {
      await enqueue(deps, tx, { kind: 'plan_ended', dedupeKey: `plan_ended:${plan.id}`, payload: { planId: plan.id } });
    }
    return { code: 'followed', planId: plan.id };
  });

const isSame = (plan: PlanRow, state: SubscriptionState): boolean =>
  plan.subscription_id === state.subscriptionId &&
  plan.status === state.status &&
  plan.next_charge_at === (state.nextChargeAt?.toISOString() ?? null) &&
  plan.paused_until === (state.pausedUntil?.toISOString() ?? null) &&
  (state.card === undefined || plan.card === state.card);
