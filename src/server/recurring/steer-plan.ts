import { planSentences } from '#contract/recurring.ts';
import { monthsLater } from '#domain/recurring/months-later.ts';
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
 * Ending what has ended is a quiet success; anything else needs a plan that goes on.
 */
export async function steerPlan(deps: Deps, found: PlanWithTerms, deed: PlanDeed): Promise<SteeredPlan> {
  const { plan } = found;
  if (plan.subscription_id === null || (plan.status === 'ended' && deed.kind !== 'cancel')) {
    return { code: 'plan_over', sentence: planSentences.planOver };
  }
  const isDone = plan.status === 'ended' || (deed.kind === 'resume' && plan.status !== 'paused');
  if (isDone) return { code: 'done', plan: found };
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

function ask({ cards, clock }: Deps, plan: PlanRow, subscriptionId: string, deed: PlanDeed) {
  switch (deed.kind) {
    case 'pause':
      return cards.subscriptions.pauseSubscription(subscriptionId, endOfPause(plan, clock.now(), deed.months));
    case 'resume':
      return cards.subscriptions.resumeSubscription(subscriptionId);
    case 'cancel':
      return cards.subscriptions.cancelSubscription(subscriptionId);
  }
}

/** As many charges pass as months were asked for: the pause ends a day before the first one that is made again. */
function endOfPause({ next_charge_at: nextChargeAt }: PlanRow, now: Date, months: number): Date {
  const nextCharge = nextChargeAt === null ? now : new Date(nextChargeAt);
  return new Date(monthsLater(nextCharge, months).getTime() - dayMs);
}

const dayMs = 24 * 60 * 60 * 1000;

const tell = (deps: Deps, { plan }: PlanWithTerms, deed: PlanDeed): Promise<void> =>
  inTransaction(deps.db, (tx) =>
    enqueue(deps, tx, {
      kind: 'plan_changed',
      dedupeKey: `plan_changed:${plan.id}:${deed.kind}:${plan.version}`,
      payload: { planId: plan.id, change: deed.kind },
    }),
  );
