import { adminUsername } from '#domain/staff/first-administrator.ts';
import type { RegisterRequest } from '#contract/account/sign-in.ts';
import { defaultTimeZone, isTimeZone } from '#domain/donation/calendar-day.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { mailConfirmation } from './links/mail-link.ts';
import { nameKey } from './names.ts';
import { hashPassword } from './password/password.ts';
import { findUserByName, insertUser } from './users.ts';

/** When the username and the email address are both taken, the username is reported. */
export type Registration =
  | { readonly code: 'registered'; readonly user: UserRow }
  | { readonly code: 'username_taken' | 'email_taken' };

/** Creates a donor's account. The administrator's names are reserved, even before that account exists. */
export async function register(deps: Deps, request: RegisterRequest, address: string): Promise<Registration> {
  if (nameKey(request.username) === adminUsername) return { code: 'username_taken' };
  if (nameKey(request.email) !== nameKey(deps.config.admin.email)) {
    const passwordHash = await hashPassword(deps, request.password, address);
    const user = newDonor(deps, request, passwordHash);
    if (await insertAndMailConfirmation(deps, user)) return { code: 'registered', user };
  }
  return { code: (await findUserByName(deps.db.read, request.username)) ? 'username_taken' : 'email_taken' };
}

/** Returns false if the username or the address is taken. */
const insertAndMailConfirmation = (deps: Deps, user: UserRow): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    if (!(await insertUser(tx, user))) return false;
    await mailConfirmation(deps, tx, user);
    return true;
  });

const newDonor = (deps: Deps, request: RegisterRequest, passwordHash: string): UserRow => ({
  id: newId('usr', deps.random),
  username: request.username,
  username_key: nameKey(request.username),
  email: request.email,
  email_key: nameKey(request.email),
  password_hash: passwordHash,
  first_name: presentOrNull(request.firstName),
  last_name: presentOrNull(request.lastName),
  country: request.country,
  time_zone: request.timeZone !== undefined && isTimeZone(request.timeZone) ? request.timeZone : defaultTimeZone,
  staff_role: null,
  role: 'donor',
  created_at: deps.clock.now().toISOString(),
  email_confirmed_at: null,
});

/** Returns null for a name that was left out, for which the forms send an empty text. */
export const presentOrNull = (name: string | null | undefined): string | null => (name === '' ? null : (name ?? null));
