import type { AccountAnswer } from '#contract/account-care.ts';
import { findPendingEmail } from '#server/auth/index.ts';
import type { Queryable } from '#server/db/database.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';

/** A donor's own account as `/account` shows it; undefined when it was deleted since the request came in. */
export async function findAccount({ db, clock }: Deps, userId: string): Promise<AccountAnswer | undefined> {
  const user = await findUserWithFactor(db.read, userId);
  return user && toAccountAnswer(user, await findPendingEmail(db.read, userId, clock.now()));
}

type UserWithFactor = UserRow & { readonly factor_confirmed_at: string | null };

const findUserWithFactor = (db: Queryable, userId: string): Promise<UserWithFactor | undefined> =>
  db
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .selectAll('users')
    .select('second_factors.confirmed_at as factor_confirmed_at')
    .where('users.id', '=', userId)
    .executeTakeFirst();

const toAccountAnswer = (user: UserWithFactor, pendingEmail: string | null): AccountAnswer => ({
  id: user.id,
  username: user.username,
  email: user.email,
  isEmailConfirmed: user.email_confirmed_at !== null,
  pendingEmail,
  firstName: user.first_name,
  lastName: user.last_name,
  country: user.country,
  timeZone: user.time_zone,
  isAdmin: user.role === 'admin',
  hasSecondFactor: user.factor_confirmed_at !== null,
  createdAt: user.created_at,
});
