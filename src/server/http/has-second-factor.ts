import type { Queryable } from '#server/db/database.ts';

/** Whether an account has a second factor in force: one that was confirmed. */
export async function hasSecondFactor(db: Queryable, userId: string): Promise<boolean> {
  const factor = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return factor !== undefined;
}
