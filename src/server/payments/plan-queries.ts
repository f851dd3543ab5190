import type { Queryable, Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import type { DonationIntentRow, PlanRow, PlanTermsRow } from '#server/db/tables.ts';
import type { SubscriptionState } from './subscription-provider.ts';

/** The plan that a provider's word speaks of: by the id it carried for us, else by its subscription. */
export async function findPlanOf(
  db: Queryable,
  named: { readonly planId: string | undefined; readonly subscriptionId: string },
): Promise<PlanRow | undefined> {
  const { planId, subscriptionId } = named;
  if (planId === undefined) return (await findPlanBySubscription(db, { subscriptionId }))[0];
  const [plan] = await findPlanById(db, { planId });
  return plan?.subscription_id === null || plan?.subscription_id === subscriptionId ? plan : undefined;
}

const findPlanBySubscription = prepared((db, { subscriptionId }: { subscriptionId: string }) =>
  db.selectFrom('plans').selectAll().where('subscription_id', '=', subscriptionId),
);

const findPlanById = prepared((db, { planId }: { planId: string }) =>
  db.selectFrom('plans').selectAll().where('id', '=', planId),
);

/** Those of some subscriptions that our plans know as theirs. */
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

/** The subscriptions of plans that go on, and whose next charge was due before an instant; longest due first. */
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

/** Writes a plan as the provider says that it stands; false when somebody moved it since it was read. */
export async function updatePlan(
  tx: Tx,
  plan: PlanRow,
  state: SubscriptionState,
  to: { readonly termsNumber: number; readonly now: string },
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
      card: state.card ?? plan.card,
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

/** Writes the plan that a first payment begins, with its first terms. It stands nowhere at the provider yet. */
export async function insertPlan(tx: Tx, intent: DonationIntentRow, planId: string): Promise<void> {
  if (intent.donor_id === null) throw new TypeError('a monthly gift belongs to somebody');
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
      version: 1,
      updated_at: intent.created_at,
    })
    .execute();
  await tx
    .insertInto('plan_terms')
    .values({ plan_id: planId, number: 1, ...giftColumns(intent), agreed_at: intent.created_at })
    .execute();
}

/** The terms of a plan, newest first. */
export const findTerms = (db: Queryable, planId: string): Promise<PlanTermsRow[]> => findTermsRows(db, { planId });

const findTermsRows = prepared((db, { planId }: { planId: string }) =>
  db.selectFrom('plan_terms').selectAll().where('plan_id', '=', planId).orderBy('number', 'desc'),
);

/** The intent that a bill of the provider's made. */
export const findIntentOfInvoice = async (db: Queryable, invoiceId: string): Promise<DonationIntentRow | undefined> =>
  (await findIntentBySession(db, { invoiceId }))[0];

const findIntentBySession = prepared((db, { invoiceId }: { invoiceId: string }) =>
  db.selectFrom('donation_intents').selectAll().where('provider_session_id', '=', invoiceId),
);

/** The intent that began a plan. */
export const findFirstIntent = (db: Queryable, plan: PlanRow): Promise<DonationIntentRow | undefined> =>
  db.selectFrom('donation_intents').selectAll().where('id', '=', plan.intent_id).executeTakeFirst();

/** Writes the intent of a renewal, once for each bill: of two at once the second changes nothing. */
export async function insertRenewalIntent(tx: Tx, intent: DonationIntentRow): Promise<void> {
  await insertIntentOnce(tx, intent);
}

const insertIntentOnce = prepared((db, intent: DonationIntentRow) =>
  db
    .insertInto('donation_intents')
    .values(intent)
    .onConflict((conflict) => conflict.column('provider_session_id').doNothing()),
);

/** The columns of money and gift that terms and payments have in common. */
export const giftColumns = (row: PlanTermsRow | DonationIntentRow) => ({
  charity_id: row.charity_id,
  label: row.label,
  items: row.items,
  meals: row.meals,
  amount_minor: row.amount_minor,
  service_fee_minor: row.service_fee_minor,
  currency: row.currency,
  charge_subtotal_minor: row.charge_subtotal_minor,
  charge_service_fee_minor: row.charge_service_fee_minor,
  charge_total_minor: row.charge_total_minor,
  charge_currency: row.charge_currency,
  exchange_rate: row.exchange_rate,
  rates_set_on: row.rates_set_on,
});
