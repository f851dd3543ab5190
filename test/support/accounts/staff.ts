import type { StaffRole } from '#domain/staff/rights.ts';
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

/** Turns on a second factor that no authenticator has, for tests that do not sign in again. */
export async function insertFactor({ deps: { db, clock } }: TestApp, { user }: SignedIn): Promise<void> {
  const confirmed = { secret: '', confirmed_at: clock.now().toISOString(), last_step: 0, recovery_hashes: '[]' };
  await db.write
    .insertInto('second_factors')
    .values({ user_id: user.id, ...confirmed })
    .execute();
}
