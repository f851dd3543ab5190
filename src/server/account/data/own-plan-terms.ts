import type { Queryable } from '#server/db/database.ts';
import { frozenCharityName } from '#server/db/frozen-charity-name.ts';
import { decimalsOf } from './own-donations.ts';

/** The terms to which a donor agreed, past and current, oldest first. */
export async function ownPlanTerms(db: Queryable, donorId: string) {
  const terms = await db
    .selectFrom('plan_terms')
    .innerJoin('plans', 'plans.id', 'plan_terms.plan_id')
    .innerJoin('charities', 'charities.id', 'plan_terms.charity_id')
    .selectAll('plan_terms')
    .select(frozenCharityName('plan_terms').as('charity_name'))
    .where('plans.donor_id', '=', donorId)
    .orderBy('agreed_at')
    .orderBy('plan_terms.plan_id')
    .orderBy('number')
    .execute();
  return terms.map((row) => ({
    planId: row.plan_id,
    charity: row.charity_name,
    gift: row.label,
    meals: row.meals,
    ...decimalsOf(row),
    agreedAt: row.agreed_at,
  }));
}
