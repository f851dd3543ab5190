import { planSentences } from '#contract/recurring.ts';
import { endOfPause, isPauseInForce } from '#domain/recurring/pause.ts';
import { currentCatalogue } from '#server/catalogue/index.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { PlanRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { saveSubscription } from '#server/payments/index.ts';
import type { ProviderResponse, SubscriptionState } from '#server/ports/subscription-provider.ts';
import { findPlan, type PlanWithTerms } from './queries.ts';

export type PlanAction =
  | { readonly kind: 'pause'; readonly months: number }
  | { readonly kind: 'resume' }
  | { readonly kind: 'cancel' };

export type AppliedPlanAction =
  | { readonly code: 'done'; readonly plan: PlanWithTerms }
  | {
      readonly code: 'plan_over' | 'charity_retired' | 'plan_busy' | 'payment_declined' | 'provider_unavailable';
      readonly sentence: string;
    };

/**
 * Pauses, resumes or cancels a plan at the provider and saves what it confirms. Repeating an action that is already done
 * succeeds without a change. Pausing or resuming a plan that has ended, or whose charity was retired, is refused. A plan has
 * resumed only if its status says so: the provider may need a payment first.
 */
export async function applyPlanAction(
  deps: Deps,
  found: PlanWithTerms,
  action: PlanAction,
): Promise<AppliedPlanAction> {
  const { plan } = found;
  if (plan.subscription_id === null || (plan.status === 'ended' && action.kind !== 'cancel')) {
    return { code: 'plan_over', sentence: planSentences.planOver };
  }
  const refused = action.kind === 'cancel' ? undefined : refusalBecauseOfCharity(deps, found);
  if (refused) return refused;
  if (isDone(plan, action, deps.clock.now())) return { code: 'done', plan: found };
  const confirmed = await callProvider(deps, plan, plan.subscription_id, action);
  if (confirmed.code === 'unavailable') {
    deps.log.error(
      { planId: plan.id, action: action.kind, detail: confirmed.detail },
      'plan action not confirmed by the provider',
    );
    return { code: 'provider_unavailable', sentence: planSentences.unavailable };
  }
  await saveSubscription(deps, confirmed.state);
  if (action.kind === 'resume' && confirmed.state.status === 'paused') {
    return { code: 'payment_declined', sentence: planSentences.stillPaused };
  }
  const changed = await findPlan(deps, plan.id);
  if (!changed) throw new TypeError(`plan ${plan.id} has disappeared`);
  if (action.kind !== 'cancel') await enqueueMail(deps, changed, action); // saveSubscription sends the email about the end
  return { code: 'done', plan: changed };
}

/** A plan that waits although its charity is back is busy: it is about to be restarted (`followCharityJob`). */
function refusalBecauseOfCharity(deps: Deps, { plan, terms }: PlanWithTerms) {
  if (currentCatalogue(deps).retiredCharities.has(terms.charity_id))
    return { code: 'charity_retired', sentence: planSentences.charityRetired } as const;
  return plan.waiting_since === null ? undefined : ({ code: 'plan_busy', sentence: planSentences.busy } as const);
}

/** A running pause is not extended: its months were counted from the first charge that it skips. */
function isDone({ status, paused_until: pausedUntil }: PlanRow, { kind }: PlanAction, now: Date): boolean {
  switch (kind) {
    case 'pause':
      return status === 'paused' && isPauseInForce(pausedUntil === null ? undefined : new Date(pausedUntil), now);
    case 'resume':
      return status !== 'paused';
    case 'cancel':
      return status === 'ended';
  }
}

function callProvider(
  { cards, clock }: Deps,
  plan: PlanRow,
  subscriptionId: string,
  action: PlanAction,
): Promise<ProviderResponse<SubscriptionState>> {
  switch (action.kind) {
    case 'pause': {
      const nextChargeAt = plan.next_charge_at === null ? clock.now() : new Date(plan.next_charge_at);
      return cards.subscriptions.pauseSubscription(subscriptionId, endOfPause(nextChargeAt, action.months));
    }
    case 'resume':
      return cards.subscriptions.resumeSubscription(subscriptionId);
    case 'cancel':
      return cards.subscriptions.cancelSubscription(subscriptionId);
  }
}

const enqueueMail = (deps: Deps, { plan }: PlanWithTerms, { kind }: PlanAction): Promise<void> =>
  inTransaction(deps.db, (tx) =>
    enqueue(deps, tx, {
      kind: 'plan_changed',
      dedupeKey: `plan_changed:${plan.id}:${kind}:${plan.version}`,
      payload: { planId: plan.id, change: kind },
    }),
  );
