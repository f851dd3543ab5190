import type { UserAnswer } from '#contract/session.ts';
import type { UserRow } from '#server/db/tables.ts';

/** A user as answers have it: nothing secret, and whether the user is the administrator instead of a role. */
export const toUserAnswer = (
  user: Pick<UserRow, 'id' | 'username' | 'email' | 'first_name' | 'last_name' | 'country' | 'role'>,
): UserAnswer => ({
  id: user.id,
  username: user.username,
  email: user.email,
  firstName: user.first_name,
  lastName: user.last_name,
  country: user.country,
  isAdmin: user.role === 'admin',
});
