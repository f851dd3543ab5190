import type { PlanAnswer } from '#contract/recurring.ts';
import type { Queryable } from '#server/db/database.ts';
import { findPlans } from './queries.ts';
import { toPlanAnswer } from './to-plan-answer.ts';

/** A donor's monthly gifts as answers have them: those that go on first, then those that ended, newest first. */
export const listPlans = async (db: Queryable, donorId: string): Promise<PlanAnswer[]> =>
  (await findPlans(db, donorId)).map(toPlanAnswer);
