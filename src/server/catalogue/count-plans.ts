import type { AdminCatalogueResponse } from '#contract/admin/catalogue.ts';
import type { Queryable } from '#server/db/database.ts';

/** Counts the monthly donations to each charity that are charged or will be, without those that wait for another charity. */
export const countPlans = (db: Queryable): Promise<AdminCatalogueResponse['monthlyDonations']> =>
  db
    .selectFrom('plans')
    .innerJoin('plan_terms', (join) =>
      join.onRef('plan_terms.plan_id', '=', 'plans.id').onRef('plan_terms.number', '=', 'plans.terms_number'),
    )
    .select('charity_id as charityId')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('status', 'in', ['active', 'past_due', 'paused'])
    .where('waiting_since', 'is', null)
    .groupBy('charity_id')
    .orderBy('charity_id')
    .execute();
