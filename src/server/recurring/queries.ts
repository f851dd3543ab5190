import { charityNames } from '#server/catalogue/index.ts';
import type { Queryable } from '#server/db/database.ts';
import { frozenCharityName } from '#server/db/frozen-charity-name.ts';
import type { DonationIntentRow, PlanRow, PlanTermsRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { isId } from '#server/ids.ts';

type Sources = Pick<Deps, 'db' | 'published'>;

/** A plan with the terms in force and the current name of its charity. */
export interface PlanWithTerms {
  readonly plan: PlanRow;
  readonly terms: PlanTermsRow;
  readonly charityName: string;
}

/** Finds a donor's plans that have a subscription: first those that have not ended, then the others; both groups newest first. */
export async function findPlans(deps: Sources, donorId: string): Promise<PlanWithTerms[]> {
  const plans = await deps.db.read
    .selectFrom('plans')
    .selectAll()
    .where('donor_id', '=', donorId)
    .where('subscription_id', 'is not', null)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const all = await Promise.all(plans.map((plan) => withTerms(deps, plan)));
  return [...all.filter(({ plan }) => plan.status !== 'ended'), ...all.filter(({ plan }) => plan.status === 'ended')];
}

/** Finds one of a donor's plans. Returns undefined for an id that is malformed, unknown or another donor's. */
export async function findOwnPlan(deps: Sources, planId: string, donorId: string): Promise<PlanWithTerms | undefined> {
  if (!isId('pln', planId)) return undefined;
  const plan = await deps.db.read
    .selectFrom('plans')
    .selectAll()
    .where('id', '=', planId)
    .where('donor_id', '=', donorId)
    .where('subscription_id', 'is not', null)
    .executeTakeFirst();
  return plan && withTerms(deps, plan);
}

export async function findPlan(deps: Sources, planId: string): Promise<PlanWithTerms | undefined> {
  const plan = await deps.db.read.selectFrom('plans').selectAll().where('id', '=', planId).executeTakeFirst();
  return plan && withTerms(deps, plan);
}

/** Finds the intent of a plan's first payment. */
export const findFirstIntent = (db: Queryable, { intent_id: id }: PlanRow): Promise<DonationIntentRow> =>
  db.selectFrom('donation_intents').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function withTerms(deps: Sources, plan: PlanRow): Promise<PlanWithTerms> {
  const { charity_name: agreedName, ...terms } = await deps.db.read
    .selectFrom('plan_terms')
    .innerJoin('charities', 'charities.id', 'plan_terms.charity_id')
    .selectAll('plan_terms')
    .select(frozenCharityName('plan_terms').as('charity_name'))
    .where('plan_id', '=', plan.id)
    .where('number', '=', plan.terms_number)
    .executeTakeFirstOrThrow();
  return { plan, terms, charityName: charityNames(deps).get(terms.charity_id) ?? agreedName };
}
