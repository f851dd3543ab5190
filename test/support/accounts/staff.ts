import type { StaffRole } from '#domain/staff/rights.ts';
import type { Deps } from '#server/deps.ts';
import { inviteStaff } from '#server/staff/team/invitations.ts';
import { decryptToken } from '#server/mail/link-token.ts';
import type { StaffMember } from '#server/staff/index.ts';
import type { TestApp } from '../app/start-app.ts';
import { signIn, type SignedIn } from './signed-in.ts';

/** Signs in a new member of the team, who has a second factor. */
export async function signInStaff(
  app: TestApp,
  role: StaffRole,
  changes: Parameters<typeof signIn>[1] = {},
): Promise<SignedIn> {
  const member = await signIn(app, changes);
  await setRole(app, member, role);
  await insertFactor(app, member);
  return member;
}

/** Sets the role of an account; null ends its membership. */
export async function setRole({ deps: { db } }: TestApp, { user }: SignedIn, role: StaffRole | null): Promise<void> {
  await db.write.updateTable('users').set({ staff_role: role }).where('id', '=', user.id).execute();
}

/**
 * Returns a member of the team for commands that are called directly. If no account has this id, inserts one that cannot sign
 * in; an account that exists keeps its role.
 */
export async function memberOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
  role: StaffRole = 'finance',
): Promise<StaffMember> {
  const email = `${id}@example.org`;
  const names = { username: id, username_key: id, email, email_key: email, first_name: null, last_name: null };
  const rest = { password_hash: '', country: 'CA', time_zone: 'America/Toronto', email_confirmed_at: null };
  const roles = { staff_role: role, role: role === 'owner' ? 'admin' : 'donor' } as const;
  await db.write
    .insertInto('users')
    .values({ id, ...names, ...rest, ...roles, created_at: clock.now().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const users = db.write.selectFrom('users').select(['id', 'username', 'staff_role']).where('id', '=', id);
  return users.executeTakeFirstOrThrow();
}

/** Inserts a second factor with an empty secret, for tests that do not sign in again. */
export async function insertFactor({ deps: { db, clock } }: TestApp, { user }: SignedIn): Promise<void> {
  const confirmed = { secret: '', confirmed_at: clock.now().toISOString(), last_step: 0, recovery_hashes: '[]' };
  await db.write
    .insertInto('second_factors')
    .values({ user_id: user.id, ...confirmed })
    .execute();
}

/** Invites an address to the team. Returns the token of the mailed link. */
export async function invite(app: TestApp, email: string, role: StaffRole = 'support'): Promise<string> {
  const actor = { ...(await signInStaff(app, 'owner')).user, staff_role: 'owner' } as const;
  await inviteStaff(app.deps, { actor, email, role, reason: 'Helps with messages' });
  return invitationToken(app, email);
}

/** Finds the token in the email of the open invitation to an address. */
export async function invitationToken({ deps }: TestApp, email: string): Promise<string> {
  const { db } = deps;
  const invitations = db.read.selectFrom('staff_invitations').select('id').where('status', '=', 'waiting');
  const { id } = await invitations.where('email', '=', email).executeTakeFirstOrThrow();
  const jobs = db.read.selectFrom('outbox').select('payload').where('dedupe_key', '=', `staff_invitation:${id}`);
  return decryptToken(deps, (await jobs.executeTakeFirstOrThrow()).payload);
}
