import type { Queryable } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';

/** Whether an account has a second factor in force: one that was confirmed. */
export async function hasSecondFactor(db: Queryable, userId: string): Promise<boolean> {
  return (await findSecondFactor(db, { userId })).length > 0;
}

const findSecondFactor = prepared((db, { userId }: { userId: string }) =>
  db.selectFrom('second_factors').select('user_id').where('user_id', '=', userId).where('confirmed_at', 'is not', null),
);
