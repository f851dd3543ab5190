import { planSentences } from '#contract/recurring.ts';
import { endOfPause, isPauseLasting } from '#domain/recurring/pause.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { PlanRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { noteSubscription } from '#server/payments/index.ts';
import { findPlan, type PlanWithTerms } from './queries.ts';

/** What a donor can do with a plan beside changing what it gives. */
export type PlanDeed =
  | { readonly kind: 'pause'; readonly months: number }
  | { readonly kind: 'resume' }
  | { readonly kind: 'cancel' };

/** The plan as it stands now, or a refusal with a sentence. */
export type SteeredPlan =
  | { readonly code: 'done'; readonly plan: PlanWithTerms }
  | { readonly code: 'plan_over' | 'provider_unavailable'; readonly sentence: string };

/**
 * Pauses, resumes or ends a plan. What the provider has confirmed is noted and told by mail, and nothing else is said.
 * Ending what has ended, pausing what is paused and resuming what goes on are quiet successes that change nothing; anything
 * else needs a plan that goes on.
 */
export async function steerPlan(deps: Deps, found: PlanWithTerms, deed: PlanDeed): Promise<SteeredPlan> {
  const { plan } = found;
  if (plan.subscription_id === null || (plan.status === 'ended' && deed.kind !== 'cancel')) {
    return { code: 'plan_over', sentence: planSentences.planOver };
  }
  if (isDone(plan, deed, deps.clock.now())) return { code: 'done', plan: found };
  const asked = await ask(deps, plan, plan.subscription_id, deed);
  if (asked.code === 'unavailable') {
    deps.log.error({ planId: plan.id, deed: deed.kind, detail: asked.detail }, 'the provider did not confirm a plan');
    return { code: 'provider_unavailable', sentence: planSentences.unavailable };
  }
  await noteSubscription(deps, asked.state);
  const steered = await findPlan(deps.db.read, plan.id);
  if (!steered) throw new TypeError(`plan ${plan.id} stood a moment ago`);
  if (deed.kind !== 'cancel') await tell(deps, steered, deed); // the end is told by whoever notes it first
  return { code: 'done', plan: steered };
}

/** A pause that lasts is not made longer by asking again: its charges were counted from the first one that it lets pass. */
function isDone({ status, paused_until: pausedUntil }: PlanRow, { kind }: PlanDeed, now: Date): boolean {
  switch (kind) {
    case 'pause':
      return status === 'paused' && isPauseLasting(pausedUntil === null ? undefined : new Date(pausedUntil), now);
    case 'resume':
      return status !== 'paused';
    case 'cancel':
      return status === 'ended';
  }
}

function ask({ cards, clock }: Deps, plan: PlanRow, subscriptionId: string, deed: PlanDeed) {
  switch (deed.kind) {
    case 'pause': {
      const nextChargeAt = plan.next_charge_at === null ? clock.now() : new Date(plan.next_charge_at);
      return cards.subscriptions.pauseSubscription(subscriptionId, endOfPause(nextChargeAt, deed.months));
    }
    case 'resume':
      return cards.subscriptions.resumeSubscription(subscriptionId);
    case 'cancel':
      return cards.subscriptions.cancelSubscription(subscriptionId);
  }
}

const tell = (deps: Deps, { plan }: PlanWithTerms, deed: PlanDeed): Promise<void> =>
  inTransaction(deps.db, (tx) =>
    enqueue(deps, tx, {
      kind: 'plan_changed',
      dedupeKey: `plan_changed:${plan.id}:${deed.kind}:${plan.version}`,
      payload: { planId: plan.id, change: deed.kind },
    }),
  );
