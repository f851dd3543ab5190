import type { AccountResponse, ProfileRequest } from '#contract/account/account-settings.ts';
import { isTimeZone } from '#domain/donation/calendar-day.ts';
import { isFirstAdministrator } from '#domain/staff/first-administrator.ts';
import { hasRight } from '#domain/staff/rights.ts';
import { findPendingEmail, findUser, mailConfirmation, presentOrNull } from '#server/auth/index.ts';
import type { Queryable } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';

/** The account as `/account` shows it; undefined when it was deleted after this request was authenticated. */
export async function findAccount({ db, clock }: Deps, userId: string): Promise<AccountResponse | undefined> {
  const user = await findUserWithFactor(db.read, userId);
  return user && toAccountResponse(user, await findPendingEmail(db.read, userId, clock.now()));
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

const toAccountResponse = (user: UserWithFactor, pendingEmail: string | null): AccountResponse => ({
  id: user.id,
  username: user.username,
  email: user.email,
  isEmailConfirmed: user.email_confirmed_at !== null,
  pendingEmail,
  firstName: user.first_name,
  lastName: user.last_name,
  country: user.country,
  timeZone: user.time_zone,
  isAdmin: hasRight(user.staff_role, 'readMessages'),
  isStaff: user.staff_role !== null,
  isFirstAdministrator: isFirstAdministrator(user),
  hasSecondFactor: user.factor_confirmed_at !== null,
  createdAt: user.created_at,
});

export type ProfileUpdate = { readonly code: 'updated' | 'time_zone_unknown' };

/** Changes a donor's profile. An empty name removes the stored one; an omitted name does not change. */
export async function updateProfile({ db }: Deps, userId: string, profile: ProfileRequest): Promise<ProfileUpdate> {
  if (!isTimeZone(profile.timeZone)) return { code: 'time_zone_unknown' };
  await db.write
    .updateTable('users')
    .set({
      country: profile.country,
      time_zone: profile.timeZone,
      ...(profile.firstName === undefined ? {} : { first_name: presentOrNull(profile.firstName) }),
      ...(profile.lastName === undefined ? {} : { last_name: presentOrNull(profile.lastName) }),
    })
    .where('id', '=', userId)
    .execute();
  return { code: 'updated' };
}

/** Mails another confirmation link, unless the address is already confirmed or has used up its mail allowance. */
export const resendConfirmation = (deps: Deps, userId: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const user = await findUser(tx, userId);
    if (user?.email_confirmed_at === null) await mailConfirmation(deps, tx, user);
  });
