import type { Tx } from '#server/db/database.ts';
import { inTransaction, TransactionConflict } from '#server/db/in-transaction.ts';
import type { PlanRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { removedDonor } from '#server/donations/index.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { endSubscription } from './end-subscription.ts';
import { fittingTerms } from './fitting-terms.ts';
import { findPlanOf, findTerms, updatePlan } from './plan-queries.ts';
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
 * Notes how the provider says that a plan stands, and which terms are in force. Its end and each change of what it gives are
 * told to the donor once. One that goes on for a donor whose account was deleted, since its checkout was paid afterwards or
 * ending it was given up, is ended: asked again for each month.
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
    const followed = { code: 'followed', planId: plan.id } as const;
    if (plan.status === 'ended' && state.status !== 'ended') return followed; // what has ended never begins again
    const fitting = await termsInForce(tx, plan, state);
    // Answers to two changes may come in any order, so such an answer never brings older terms back.
    const termsNumber = seenVersion === undefined ? Math.max(fitting, plan.terms_number) : fitting;
    if (isSame(plan, state, termsNumber)) return followed;
    const now = deps.clock.now().toISOString();
    if (!(await updatePlan(tx, plan, state, { termsNumber, now }))) throw new TransactionConflict();
    await tellDonor(deps, tx, plan, { isOver: state.status === 'ended', termsNumber });
    return followed;
  });

/**
 * The number of the newest terms that the subscription's own lines fit: the provider may have made a change whose answer
 * never came. Terms that nobody asked us for leave those in force that are.
 */
async function termsInForce(tx: Tx, plan: PlanRow, state: SubscriptionState): Promise<number> {
  if (state.status === 'ended') return plan.terms_number;
  return fittingTerms(await findTerms(tx, plan.id), state)?.number ?? plan.terms_number;
}

/** The end of a plan is told once, and so is each change of what it gives. */
async function tellDonor(
  deps: Deps,
  tx: Tx,
  plan: PlanRow,
  { isOver, termsNumber }: { readonly isOver: boolean; readonly termsNumber: number },
): Promise<void> {
  const planId = plan.id;
  if (isOver && plan.status !== 'ended') {
    await enqueue(deps, tx, { kind: 'plan_ended', dedupeKey: `plan_ended:${planId}`, payload: { planId } });
  }
  if (termsNumber !== plan.terms_number) {
    const dedupeKey = `plan_changed:${planId}:${termsNumber}`;
    await enqueue(deps, tx, { kind: 'plan_changed', dedupeKey, payload: { planId, change: 'terms' } });
  }
}

const isSame = (plan: PlanRow, state: SubscriptionState, termsNumber: number): boolean =>
  plan.terms_number === termsNumber &&
  plan.subscription_id === state.subscriptionId &&
  plan.status === state.status &&
  plan.next_charge_at === (state.nextChargeAt?.toISOString() ?? null) &&
  plan.paused_until === (state.pausedUntil?.toISOString() ?? null) &&
  (state.card === undefined || plan.card === state.card);
