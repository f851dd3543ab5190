import type { Queryable } from '#server/db/database.ts';

/** A plan whose state does not match that of its charity, with the number of its terms. */
export interface FoundPlan {
  readonly id: string;
  readonly termsNumber: number;
}

/** A page of a list that is ordered by id. */
export interface PlanPage {
  readonly afterId: string;
  readonly pageSize: number;
}

/** Finds the plans of a retired charity that have not been stopped yet. */
export const findPlansToStop = (
  db: Queryable,
  charityId: number,
  { afterId, pageSize }: PlanPage,
): Promise<FoundPlan[]> =>
  db
    .selectFrom('plan_terms')
    .innerJoin('plans', (join) =>
      join.onRef('plans.id', '=', 'plan_terms.plan_id').onRef('plans.terms_number', '=', 'plan_terms.number'),
    )
    .select(['plans.id', 'plans.terms_number as termsNumber'])
    .where('plan_terms.charity_id', '=', charityId)
    .where('plan_terms.plan_id', '>', afterId)
    .where('plans.status', 'in', ['active', 'past_due', 'paused'])
    .where('plans.stopped_at', 'is', null)
    .orderBy('plan_terms.plan_id')
    .limit(pageSize)
    .execute();

/** Finds the plans that wait for a charity although their own is not retired. */
export const findPlansToRestart = (
  db: Queryable,
  retired: readonly number[],
  { afterId, pageSize }: PlanPage,
): Promise<FoundPlan[]> =>
  db
    .selectFrom('plans')
    .innerJoin('plan_terms', (join) =>
      join.onRef('plan_terms.plan_id', '=', 'plans.id').onRef('plan_terms.number', '=', 'plans.terms_number'),
    )
    .select(['plans.id', 'plans.terms_number as termsNumber'])
    .where('plans.waiting_since', 'is not', null)
    .where('plans.id', '>', afterId)
    .$if(retired.length > 0, (query) => query.where('plan_terms.charity_id', 'not in', retired))
    .orderBy('plans.id')
    .limit(pageSize)
    .execute();
