import type { Queryable, Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import { deletedDonorId } from '#server/donations/index.ts';
import type { DonationIntentRow, PlanRow } from '#server/db/tables.ts';
import type { SubscriptionState } from '#server/ports/subscription-provider.ts';
import { termsColumns } from './terms.ts';

/** Finds the plan of a subscription: by our id in the provider's metadata, or else by the subscription's id. */
export async function findPlanOf(
  db: Queryable,
  { planId, subscriptionId }: { readonly planId: string | undefined; readonly subscriptionId: string },
): Promise<PlanRow | undefined> {
  if (planId === undefined) return (await selectPlanBySubscription(db, { subscriptionId }))[0];
  const [plan] = await selectPlanById(db, { planId });
  return plan?.subscription_id === null || plan?.subscription_id === subscriptionId ? plan : undefined;
}

const selectPlanBySubscription = prepared((db, { subscriptionId }: { subscriptionId: string }) =>
  db.selectFrom('plans').selectAll().where('subscription_id', '=', subscriptionId),
);

const selectPlanById = prepared((db, { planId }: { planId: string }) =>
  db.selectFrom('plans').selectAll().where('id', '=', planId),
);

/** Returns those of the given subscriptions that belong to our plans. */
export async function findKnownSubscriptions(
  db: Queryable,
  subscriptionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (subscriptionIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('plans')
    .select('subscription_id')
    .where('subscription_id', 'in', subscriptionIds)
    .execute();
  return new Set(rows.flatMap(({ subscription_id: subscriptionId }) => subscriptionId ?? []));
}

/** Finds the subscriptions of plans that have not ended and whose next charge is overdue; the most overdue first. */
export async function findOverdueSubscriptions(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('plans')
    .select('subscription_id')
    .where('status', 'in', ['starting', 'active', 'past_due', 'paused'])
    .where('next_charge_at', '<', now.toISOString())
    .orderBy('next_charge_at')
    .execute();
  return rows.flatMap(({ subscription_id: subscriptionId }) => subscriptionId ?? []);
}

/** The columns of a plan that does not wait for its donor to choose a charity. */
export const notWaiting = { waiting_since: null, stopped_at: null, own_pause_until: null } as const;

/** Updates a plan to the provider's state; returns false if the plan has changed since it was read. */
export async function updatePlan(
  tx: Tx,
  plan: PlanRow,
  state: SubscriptionState,
  to: { readonly termsNumber: number; readonly now: string; readonly hasNewCharity: boolean },
): Promise<boolean> {
  const updated = await tx
    .updateTable('plans')
    .set({
      subscription_id: state.subscriptionId,
      customer_id: state.customerId,
      status: state.status,
      terms_number: to.termsNumber,
      next_charge_at: state.nextChargeAt?.toISOString() ?? null,
      paused_until: state.pausedUntil?.toISOString() ?? null,
      card: plan.donor_id === deletedDonorId ? null : (state.card ?? plan.card),
      ...(to.hasNewCharity || state.status === 'ended' ? notWaiting : {}),
      ended_at: state.status === 'ended' ? (plan.ended_at ?? state.endedAt?.toISOString() ?? to.now) : null,
      version: plan.version + 1,
      updated_at: to.now,
    })
    .where('id', '=', plan.id)
    .where('version', '=', plan.version)
    .returning('id')
    .execute();
  return updated.length > 0;
}

/** Inserts the plan that a monthly checkout starts, with its first terms. It has no subscription yet. */
export async function insertPlan(tx: Tx, intent: DonationIntentRow, planId: string): Promise<void> {
  if (intent.donor_id === null) throw new TypeError('a plan needs a donor');
  await tx
    .insertInto('plans')
    .values({
      id: planId,
      donor_id: intent.donor_id,
      intent_id: intent.id,
      provider: 'stripe',
      subscription_id: null,
      customer_id: null,
      status: 'starting',
      terms_number: 1,
      next_charge_at: null,
      paused_until: null,
      card: null,
      notified_for: null,
      time_zone: intent.time_zone,
      started_at: intent.created_at,
      ended_at: null,
      changing_until: null,
      ...notWaiting,
      version: 1,
      updated_at: intent.created_at,
    })
    .execute();
  await tx
    .insertInto('plan_terms')
    .values({ plan_id: planId, number: 1, ...termsColumns(intent), agreed_at: intent.created_at })
    .execute();
}

/** Inserts the intent of a renewal. Of two concurrent inserts for one invoice, the second has no effect. */
export async function insertRenewalIntent(tx: Tx, intent: DonationIntentRow): Promise<void> {
  await insertIntentOnce(tx, intent);
}

const insertIntentOnce = prepared((db, intent: DonationIntentRow) =>
  db
    .insertInto('donation_intents')
    .values(intent)
    .onConflict((conflict) => conflict.doNothing()),
);
