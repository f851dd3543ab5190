import type { TeamResponse } from '#contract/admin/team.ts';
import { staffRoles } from '#domain/staff/rights.ts';
import type { Queryable } from '#server/db/database.ts';

/** The staff, ordered by username, and the invitations that can still be used. */
export async function readTeam(db: Queryable, now: Date): Promise<TeamResponse> {
  return { staff: await findStaff(db), invitations: await findInvitations(db, now) };
}

async function findStaff(db: Queryable): Promise<TeamResponse['staff']> {
  const rows = await db
    .selectFrom('users')
    .select(['users.id', 'username', 'email', 'staff_role'])
    .select((e) => [
      e
        .selectFrom('second_factors')
        .select('confirmed_at')
        .whereRef('second_factors.user_id', '=', 'users.id')
        .as('factorSince'),
      e
        .selectFrom('sessions')
        .select((max) => max.fn.max('sessions.created_at').as('at'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .as('sessionAt'),
      e
        .selectFrom('known_devices')
        .select((max) => max.fn.max('used_at').as('at'))
        .whereRef('known_devices.user_id', '=', 'users.id')
        .where('has_signed_in', '=', 1)
        .as('deviceAt'),
    ])
    .where('staff_role', 'in', staffRoles)
    .orderBy('username_key')
    .execute();
  return rows.flatMap(({ id, username, email, staff_role: role, factorSince, sessionAt, deviceAt }) =>
    role === null
      ? []
      : {
          id,
          username,
          email,
          role,
          hasSecondFactor: factorSince !== null,
          lastSignInAt:
            [sessionAt, deviceAt]
              .filter((at) => at !== null)
              .toSorted()
              .at(-1) ?? null,
        },
  );
}

async function findInvitations(db: Queryable, now: Date): Promise<TeamResponse['invitations']> {
  const rows = await db
    .selectFrom('staff_invitations')
    .select(['id', 'email', 'role', 'invited_at', 'expires_at'])
    .where('status', '=', 'waiting')
    .where('expires_at', '>', now.toISOString())
    .orderBy('invited_at', 'desc')
    .execute();
  return rows.map(({ invited_at: invitedAt, expires_at: expiresAt, ...row }) => ({ ...row, invitedAt, expiresAt }));
}
