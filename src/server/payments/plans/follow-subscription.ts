import type { Tx } from '#server/db/database.ts';
import { inTransaction, TransactionConflict } from '#server/db/in-transaction.ts';
import type { PlanRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { deletedDonorId } from '#server/donations/index.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import type { SubscriptionState } from '#server/ports/subscription-provider.ts';
import { rebuildPlan, rebuildTerms } from '../rebuild/rebuild-plan.ts';
import { findRestoreSince } from '../rebuild/restores.ts';
import { announcePlan } from './announce-plan.ts';
import { cancelSubscriptionLater } from './end-plan.ts';
import { findPlanOf, updatePlan } from './queries.ts';
import { findMatchingTerms, findTerms } from './terms.ts';

/** `unknown`: the subscription belongs to none of our plans, or to the other mode. */
export type FollowedSubscription =
  | { readonly code: 'followed'; readonly planId: string }
  | { readonly code: 'unknown' }
  | { readonly code: 'unavailable' };

/**
 * Fetches a subscription from the provider and saves its state to the plan; messages arrive in any order, so their content is
 * not used. If the plan changes during the call, the response may be out of date, so the state is fetched again.
 */
export async function followSubscription(deps: Deps, subscriptionId: string): Promise<FollowedSubscription> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const followed = await fetchAndSave(deps, subscriptionId);
    if (followed.code !== 'stale') return followed;
  }
  deps.log.warn({ subscriptionId }, 'subscription changed during every attempt to fetch it');
  return { code: 'unavailable' };
}

const attemptsMax = 5;

async function fetchAndSave(deps: Deps, subscriptionId: string): Promise<FollowedSubscription | StaleState> {
  const known = await findPlanOf(deps.db.read, { planId: undefined, subscriptionId });
  const fetched = await deps.cards.subscriptions.fetchSubscription(subscriptionId);
  if (fetched.code === 'unavailable') {
    deps.log.warn({ subscriptionId, detail: fetched.detail }, 'cannot fetch a subscription');
    return { code: 'unavailable' };
  }
  return save(deps, fetched.state, known?.version);
}

/** Saves the state that the provider returned for our change. */
export async function saveSubscription(deps: Deps, state: SubscriptionState): Promise<FollowedSubscription> {
  const saved = await save(deps, state, undefined);
  if (saved.code === 'stale') throw new TypeError('a state without an expected version cannot be stale');
  return saved;
}

/** The plan has changed since its subscription was fetched. */
interface StaleState {
  readonly code: 'stale';
}

const save = (
  deps: Deps,
  state: SubscriptionState,
  expectedVersion: number | undefined,
): Promise<FollowedSubscription | StaleState> =>
  inTransaction(deps.db, async (tx) => {
    const { subscriptionId } = state;
    const isOurs = state.isLive === deps.cards.isLive;
    const plan = (await findPlanOf(tx, state)) ?? (isOurs ? await rebuildPlan(deps, tx, state) : undefined);
    if (typeof plan !== 'object' || !isOurs) {
      deps.log.error({ subscriptionId, reason: isOurs ? plan : 'other_mode' }, 'unknown subscription; needs review');
      if (typeof plan !== 'object') await cancelSecond(deps, tx, state);
      return { code: 'unknown' };
    }
    if (expectedVersion !== undefined && plan.version !== expectedVersion) return { code: 'stale' };
    await cancelWithoutOwner(deps, tx, plan, state);
    const followed = { code: 'followed', planId: plan.id } as const;
    if (plan.status === 'ended' && state.status !== 'ended') return followed; // an ended plan stays ended
    const matching = await termsInForce(deps, tx, plan, state);
    // The responses to two of our changes may arrive in any order, so such a response never restores older terms.
    const termsNumber = expectedVersion === undefined ? Math.max(matching, plan.terms_number) : matching;
    if (isUnchanged(plan, state, termsNumber)) return followed;
    const now = deps.clock.now().toISOString();
    const hasNewCharity = await isForOtherCharity(tx, plan, termsNumber);
    if (!(await updatePlan(tx, plan, state, { termsNumber, now, hasNewCharity }))) throw new TransactionConflict();
    await enqueueMails(deps, tx, plan, { state, termsNumber });
    await announcePlan(deps, tx, plan, { state, termsNumber });
    return followed;
  });

/** Cancels a second subscription of a plan, from a superseded checkout session. Its paid invoice is in quarantine. */
async function cancelSecond(
  deps: Deps,
  tx: Tx,
  { subscriptionId, planId, status, isLive }: SubscriptionState,
): Promise<void> {
  if (planId === undefined || status === 'ended' || isLive !== deps.cards.isLive) return;
  const plan = await tx.selectFrom('plans').select('id').where('id', '=', planId).executeTakeFirst();
  if (plan) await cancelSubscriptionLater(deps, tx, { subscriptionId, cause: 'second_subscription' });
}

/**
 * Cancels a subscription whose donor's account was deleted: its checkout was paid afterward, or its earlier cancellation became
 * a dead job. There is one attempt a month.
 */
async function cancelWithoutOwner(deps: Deps, tx: Tx, plan: PlanRow, state: SubscriptionState): Promise<void> {
  if (plan.donor_id !== deletedDonorId || state.status === 'ended') return;
  const cause = `owner_removed:${state.nextChargeAt?.toISOString() ?? ''}`;
  await cancelSubscriptionLater(deps, tx, { subscriptionId: state.subscriptionId, cause });
}

/**
 * Finds the newest terms that match the subscription itself: the provider may have made a change whose response was lost. If
 * none match, the plan keeps its terms.
 */
async function termsInForce(deps: Deps, tx: Tx, plan: PlanRow, state: SubscriptionState): Promise<number> {
  if (state.status === 'ended') return plan.terms_number;
  await rebuildTerms(deps, tx, plan, state);
  return findMatchingTerms(await findTerms(tx, plan.id), state)?.number ?? plan.terms_number;
}

/**
 * Returns true if a waiting plan has new terms for another charity. Such a plan no longer waits: the same change ended the
 * stop.
 */
async function isForOtherCharity(tx: Tx, plan: PlanRow, termsNumber: number): Promise<boolean> {
  if (plan.waiting_since === null || termsNumber === plan.terms_number) return false;
  const terms = await findTerms(tx, plan.id);
  const charityOf = (wanted: number) => terms.find(({ number }) => number === wanted)?.charity_id;
  return charityOf(termsNumber) !== charityOf(plan.terms_number);
}

const isUnchanged = (plan: PlanRow, state: SubscriptionState, termsNumber: number): boolean =>
  plan.terms_number === termsNumber &&
  plan.subscription_id === state.subscriptionId &&
  plan.status === state.status &&
  plan.next_charge_at === (state.nextChargeAt?.toISOString() ?? null) &&
  plan.paused_until === (state.pausedUntil?.toISOString() ?? null) &&
  (state.card === undefined || plan.card === state.card);

/** Enqueues one email when the plan ends, one when the provider pauses it, and one for each change of its terms. */
async function enqueueMails(
  deps: Deps,
  tx: Tx,
  {
    id: planId,
    status,
    version,
    terms_number: termsBefore,
    updated_at: followedAt,
    waiting_since: waitingSince,
  }: PlanRow,
  { state, termsNumber }: { readonly state: SubscriptionState; readonly termsNumber: number },
): Promise<void> {
  if (state.status === 'ended' && status !== 'ended') {
    const payload = { planId, ...(state.hasEndedUnpaid ? { endCause: 'failed_payment' } : {}) };
    const dedupeKey = `plan_ended:${planId}`;
    const reportsEventAt = state.endedAt ?? deps.clock.now();
    await enqueue(deps, tx, { kind: 'plan_ended', dedupeKey, payload, reportsEventAt });
  }
  // A donor's pause has an end, and a plan that waits for a charity is stopped by us.
  const isPausedByProvider = state.status === 'paused' && state.pausedUntil === undefined && waitingSince === null;
  if (isPausedByProvider && status !== 'paused') {
    const dedupeKey = `plan_changed:${planId}:paused:${version}`;
    const restoredAt = await findRestoreSince(tx, followedAt); // the provider does not say when it paused
    const reportsEventAt = restoredAt ?? deps.clock.now();
    await enqueue(deps, tx, { kind: 'plan_changed', dedupeKey, payload: { planId, change: 'pause' }, reportsEventAt });
  }
  if (termsNumber !== termsBefore) {
    const dedupeKey = `plan_changed:${planId}:${termsNumber}`;
    const agreed = (await findTerms(tx, planId)).find(({ number }) => number === termsNumber);
    const reportsEventAt = agreed ? new Date(agreed.agreed_at) : deps.clock.now();
    await enqueue(deps, tx, { kind: 'plan_changed', dedupeKey, payload: { planId, change: 'terms' }, reportsEventAt });
  }
}
