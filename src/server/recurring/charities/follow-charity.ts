import type { NotNull } from 'kysely';
import * as z from 'zod/mini';
import { donorPauseAfterStop, stepOfPlan } from '#domain/recurring/waiting-for-charity.ts';
import { currentCatalogue } from '#server/catalogue/index.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { PlanRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { JobPostponed, type JobHandler } from '#server/outbox/worker.ts';
import { notWaiting, saveSubscription } from '#server/payments/index.ts';
import type { ProviderResponse, SubscriptionState } from '#server/ports/subscription-provider.ts';
import { recordAction } from '#server/staff/index.ts';
import { changeAlone } from '../change-alone.ts';
import { findPlan, type PlanWithTerms } from '../queries.ts';

const payloadSchema = z.object({ planId: z.string(), catalogueVersion: z.string() });

/**
 * Stops a plan whose charity was retired, or restarts one whose charity is back. Decides by the catalogue and the plan at the
 * time it runs, so it does nothing if the donor has already chosen another charity. While the plan is being changed, the job
 * waits.
 */
export const followCharityJob: JobHandler = async (deps, job) => {
  const { planId, catalogueVersion } = payloadSchema.parse(JSON.parse(job.payload));
  await waitForVersion(deps, Number(catalogueVersion));
  const busy = await changeAlone(deps, planId, () => followCharity(deps, planId));
  if (busy) throw new JobPostponed(soon(deps), `plan ${planId} is being changed`);
};

/**
 * Postpones the job until its version of the catalogue applies. Processes learn of new versions at different times, so the newest
 * one is read first. An action under an older version would not be corrected: the newer version's job may already be done.
 */
async function waitForVersion(deps: Deps, version: number): Promise<void> {
  const { catalogue } = deps.published;
  await catalogue.refresh(deps.db.read);
  if (catalogue.current().number < version) throw new JobPostponed(soon(deps), `version ${version} has not begun here`);
}

const soon = ({ clock }: Deps): Date => new Date(clock.now().getTime() + postponedMs);

const postponedMs = 5000;

async function followCharity(deps: Deps, planId: string): Promise<void> {
  const found = await findPlan(deps, planId);
  if (!found || found.plan.subscription_id === null) return;
  const { plan, terms } = found;
  const isRetired = currentCatalogue(deps).retiredCharities.has(terms.charity_id);
  const state = {
    status: plan.status,
    isWaiting: plan.waiting_since !== null,
    isStopped: plan.stopped_at !== null,
  };
  switch (stepOfPlan(state, isRetired)) {
    case 'stop':
      return stop(deps, found, found.plan.subscription_id);
    case 'restart':
      return restart(deps, found, found.plan.subscription_id);
    case 'none':
      return undefined;
  }
}

/**
 * Stops a plan. It is marked as waiting before the provider is asked, so that the provider's message about the stop is
 * understood. The provider's response may contain the donor's choice of a charity, if our record of it was lost: then the plan
 * is restarted.
 */
async function stop(deps: Deps, { plan, terms }: PlanWithTerms, subscriptionId: string): Promise<void> {
  if (plan.waiting_since === null) await beginWaiting(deps, plan);
  await saveConfirmed(deps, await deps.cards.subscriptions.stopSubscription(subscriptionId));
  if (await askDonor(deps, plan.id, terms.charity_id)) return;
  const changed = await findPlan(deps, plan.id);
  if (!changed || changed.plan.status === 'ended') return;
  const pausedUntil = ownPauseOf(deps, plan);
  await saveConfirmed(deps, await deps.cards.subscriptions.restartSubscription(subscriptionId, { pausedUntil }));
}

/** Marks the plan as stopped and enqueues the email to its donor. Returns false if the plan no longer waits. */
const askDonor = (deps: Deps, planId: string, charity: number): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now();
    const stopped = await tx
      .updateTable('plans')
      .set((e) => ({ stopped_at: now.toISOString(), version: e('version', '+', 1) }))
      .where('id', '=', planId)
      .where('waiting_since', 'is not', null)
      .returning('waiting_since')
      .$narrowType<{ waiting_since: NotNull }>()
      .executeTakeFirst();
    if (!stopped) return false;
    const { waiting_since: waitingSince } = stopped;
    await enqueue(deps, tx, {
      kind: 'choose_charity',
      dedupeKey: `choose_charity:${planId}:${waitingSince}`,
      payload: { planId, waitingSince },
      reportsEventAt: now,
    });
    await recordAction(deps, tx, {
      actor: 'system',
      action: 'plan_stopped',
      subject: { kind: 'plan', id: planId },
      after: { charity },
      reason: 'The charity was retired',
    });
    return true;
  });

/** Marks a plan as waiting. The donor's own pause is stored, because the stop replaces it at the provider. */
async function beginWaiting(deps: Deps, plan: PlanRow): Promise<void> {
  const begun = await deps.db.write
    .updateTable('plans')
    .set((e) => ({
      waiting_since: deps.clock.now().toISOString(),
      own_pause_until: e.ref('paused_until'),
      version: e('version', '+', 1),
    }))
    .where('id', '=', plan.id)
    .where('terms_number', '=', plan.terms_number)
    .where('status', '<>', 'ended')
    .where('waiting_since', 'is', null)
    .returning('id')
    .execute();
  if (begun.length === 0) throw new JobPostponed(soon(deps), `plan ${plan.id} has changed`);
}

/** Restarts a plan. If it was not stopped yet, its donor has noticed nothing and gets no email. */
async function restart(deps: Deps, { plan, terms }: PlanWithTerms, subscriptionId: string): Promise<void> {
  const pausedUntil = ownPauseOf(deps, plan);
  await saveConfirmed(deps, await deps.cards.subscriptions.restartSubscription(subscriptionId, { pausedUntil }));
  await inTransaction(deps.db, async (tx) => {
    const restarted = await tx
      .updateTable('plans')
      .set((e) => ({ ...notWaiting, version: e('version', '+', 1) }))
      .where('id', '=', plan.id)
      .where('waiting_since', 'is not', null)
      .returning('id')
      .execute();
    if (restarted.length === 0 || plan.stopped_at === null) return;
    await enqueue(deps, tx, {
      kind: 'plan_changed',
      dedupeKey: `plan_changed:${plan.id}:charity_back:${plan.waiting_since ?? ''}`,
      payload: { planId: plan.id, change: 'charity_back' },
      reportsEventAt: deps.clock.now(),
    });
    await recordAction(deps, tx, {
      actor: 'system',
      action: 'plan_restarted',
      subject: { kind: 'plan', id: plan.id },
      after: { charity: terms.charity_id },
      reason: 'The charity takes donations again',
    });
  });
}

async function saveConfirmed(deps: Deps, response: ProviderResponse<SubscriptionState>): Promise<void> {
  if (response.code === 'unavailable') throw new Error(`the provider did not change the plan: ${response.detail}`);
  await saveSubscription(deps, response.state);
}

/** Returns the end of the donor's own pause, if the pause outlasts the stop of the plan. */
export const ownPauseOf = ({ clock }: Pick<Deps, 'clock'>, plan: PlanRow): Date | undefined => {
  const until = plan.waiting_since === null ? plan.paused_until : plan.own_pause_until;
  return donorPauseAfterStop(until === null ? undefined : new Date(until), clock.now());
};
