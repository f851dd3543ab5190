import type { CurrencyCode } from '#domain/money/currency.ts';
import { lockAccount } from '#server/auth/index.ts';
import type { Queryable } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { claimDonation } from '#server/donations/index.ts';
import { recordAction, type Actor } from '#server/staff/index.ts';
import { lostDonorId } from '../rebuild/lost-intent.ts';
import { cancelSubscriptionLater } from './end-plan.ts';

/** A plan that is still charged although its donor's account was lost in a restore. */
export interface LostPlan {
  readonly id: string;
  readonly subscriptionId: string | null;
  readonly totalMinor: number;
  readonly currency: CurrencyCode;
  readonly nextChargeAt: string | null;
}

/** Finds the plans with a lost account that have not ended, oldest first. */
export const findLostPlans = (db: Queryable): Promise<LostPlan[]> =>
  db
    .selectFrom('plans')
    .innerJoin('plan_terms', (join) =>
      join.onRef('plan_terms.plan_id', '=', 'plans.id').onRef('plan_terms.number', '=', 'plans.terms_number'),
    )
    .select(['plans.id', 'subscription_id as subscriptionId', 'next_charge_at as nextChargeAt'])
    .select(['charge_total_minor as totalMinor', 'charge_currency as currency'])
    .where('donor_id', '=', lostDonorId)
    .where('status', '<>', 'ended')
    .orderBy('started_at')
    .orderBy('plans.id')
    .execute();

/**
 * Gives lost plans, with their donations, to donors who have registered again: to the accounts whose confirmed email addresses
 * paid for the plans. Returns how many plans were given back.
 */
export async function returnLostPlans(deps: Deps): Promise<number> {
  const found = await deps.db.read
    .selectFrom('plans')
    .innerJoin('donation_intents', 'donation_intents.plan_id', 'plans.id')
    .innerJoin('payer_emails', 'payer_emails.intent_id', 'donation_intents.id')
    .innerJoin('users', 'users.email_key', 'payer_emails.email_key')
    .select(['plans.id as planId', 'users.id as userId'])
    .where('plans.donor_id', '=', lostDonorId)
    .where('users.email_confirmed_at', 'is not', null)
    .distinct()
    .orderBy('planId')
    .orderBy('userId')
    .execute();
  let returned = 0;
  for (const { planId, userId } of found) {
    if (!(await giveTo(deps, planId, userId))) continue;
    deps.log.info({ planId, userId }, 'lost plan returned to its donor');
    returned += 1;
  }
  return returned;
}

/** Returns false if the account was deleted or the plan already has an owner. */
async function giveTo(deps: Deps, planId: string, userId: string): Promise<boolean> {
  const isGiven = await inTransaction(deps.db, async (tx) => {
    if (!(await lockAccount(tx, userId))) return false;
    const given = await tx
      .updateTable('plans')
      .set((e) => ({ donor_id: userId, version: e('version', '+', 1) }))
      .where('id', '=', planId)
      .where('donor_id', '=', lostDonorId)
      .returning('id')
      .execute();
    return given.length > 0;
  });
  if (!isGiven) return false;
  const unclaimed = await deps.db.read
    .selectFrom('donations')
    .innerJoin('donation_intents', 'donation_intents.id', 'donations.intent_id')
    .select('donations.id')
    .where('plan_id', '=', planId)
    .where('donations.donor_id', 'is', null)
    .orderBy('donated_at')
    .execute();
  for (const { id } of unclaimed) await claimDonation(deps, id, userId);
  return true;
}

/**
 * Enqueues the cancellation of a lost plan at the donor's request. Returns false if the plan is not lost, has ended or has no
 * subscription.
 */
export const cancelLostPlan = (deps: Deps, actor: Actor, planId: string, reason: string): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const plan = await tx
      .selectFrom('plans')
      .select('subscription_id')
      .where('id', '=', planId)
      .where('donor_id', '=', lostDonorId)
      .where('status', '<>', 'ended')
      .executeTakeFirst();
    const subscriptionId = plan?.subscription_id ?? null;
    if (subscriptionId === null) return false;
    await cancelSubscriptionLater(deps, tx, { subscriptionId, cause: 'lost_account' });
    await recordAction(deps, tx, {
      actor,
      action: 'lost_plan_canceled',
      subject: { kind: 'plan', id: planId },
      reason,
    });
    return true;
  });
