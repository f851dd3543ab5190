import { hasRight, type StaffRole } from '#domain/staff/rights.ts';
import { lockAccount } from '#server/auth/index.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { withdrawRequestsBy } from '../approvals/withdraw-requests.ts';
import { recordAction, type Actor, type RecordedAction } from '../record-action.ts';

export interface TeamChange {
  readonly actor: Exclude<Actor, 'system'>;
  readonly userId: string;
  readonly reason: string;
}

/** `forbidden`: the actor has lost the right since the request began. `last_owner`: no Owner would be left. */
export type TeamChangeOutcome = { readonly code: 'changed' | 'not_found' | 'last_owner' | 'forbidden' };

/** Changes the role of a staff member, who keeps every session. */
export const changeRole = (
  deps: Deps,
  { role, ...change }: TeamChange & { readonly role: StaffRole },
): Promise<TeamChangeOutcome> => changeTeam(deps, change, role);

/** Takes a staff member off the team. The account stays, without any right. */
export const endMembership = (deps: Deps, change: TeamChange): Promise<TeamChangeOutcome> =>
  changeTeam(deps, change, null);

const changeTeam = (deps: Deps, { actor, userId, reason }: TeamChange, role: StaffRole | null) =>
  inTransaction(deps.db, (tx) =>
    withTeamLock(tx, async (): Promise<TeamChangeOutcome> => {
      const { staff_role: actorsRole = null } = (await findStaff(tx, actor.id)) ?? {};
      if (!hasRight(actorsRole, 'manageTeam')) return { code: 'forbidden' };
      const member = await findStaff(tx, userId);
      if (!member) return { code: 'not_found' };
      if (member.staff_role === role) return { code: 'changed' };
      if (role !== 'owner' && (await isLastOwner(tx, userId))) return { code: 'last_owner' };
      await lockAccount(tx, userId); // so that the member requests nothing more that would not be withdrawn
      await recordAction(deps, tx, {
        actor,
        action: role === null ? 'membership_ended' : 'role_changed',
        subject: { kind: 'user', id: userId },
        before: { username: member.username, role: member.staff_role },
        after: { role },
        reason,
      });
      if (role === null) await withdrawRequestsBy(deps, tx, userId, { actor, reason });
      if (!hasRight(role, 'manageTeam')) await withdrawInvitationsBy(deps, tx, member.username, { actor, reason });
      await setStaffRole(tx, userId, role); // last, because the actor records all of this with the role until now
      return { code: 'changed' };
    }),
  );

/**
 * Takes the owner of an account off the team in the transaction that deletes the account. For the last Owner, returns false and
 * changes nothing.
 */
export async function leaveTeam(deps: Deps, tx: Tx, user: UserRow): Promise<boolean> {
  if (user.staff_role === null) return true;
  return withTeamLock(tx, async () => {
    if (await isLastOwner(tx, user.id)) return false;
    await recordAction(deps, tx, {
      actor: user,
      action: 'staff_account_deleted',
      subject: { kind: 'user', id: user.id },
      before: { username: user.username, role: user.staff_role },
    });
    await withdrawRequestsBy(deps, tx, user.id, { actor: user });
    await withdrawInvitationsBy(deps, tx, user.username, { actor: user });
    await setStaffRole(tx, user.id, null);
    return true;
  });
}

/** Withdraws the invitations of someone who may no longer invite: otherwise a removed Owner could rejoin with one. */
async function withdrawInvitationsBy(
  deps: Deps,
  tx: Tx,
  username: string,
  why: Pick<RecordedAction, 'actor' | 'reason'>,
): Promise<void> {
  const withdrawn = await tx
    .updateTable('staff_invitations')
    .set({ status: 'withdrawn', ended_at: deps.clock.now().toISOString() })
    .where('invited_by', '=', username)
    .where('status', '=', 'waiting')
    .returning('id')
    .execute();
  for (const { id } of withdrawn)
    await recordAction(deps, tx, { ...why, action: 'invitation_withdrawn', subject: { kind: 'invitation', id } });
}

/** The lock held while the team changes, so that the last two Owners cannot both leave. */
export const withTeamLock = <Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> =>
  withLock(tx, ['team'], work);

/** Sets a role, and the older column that releases with one administrator read. Without a role, all API tokens are deleted. */
export async function setStaffRole(tx: Tx, userId: string, role: StaffRole | null): Promise<void> {
  await lockAccount(tx, userId);
  if (role === null) await tx.deleteFrom('api_tokens').where('user_id', '=', userId).execute();
  await tx
    .updateTable('users')
    .set({ staff_role: role, role: role === 'owner' ? 'admin' : 'donor' })
    .where('id', '=', userId)
    .execute();
}

const findStaff = (db: Queryable, userId: string): Promise<Pick<UserRow, 'username' | 'staff_role'> | undefined> =>
  db
    .selectFrom('users')
    .select(['username', 'staff_role'])
    .where('id', '=', userId)
    .where('staff_role', 'is not', null)
    .executeTakeFirst();

async function isLastOwner(db: Queryable, userId: string): Promise<boolean> {
  const owners = await db.selectFrom('users').select('id').where('staff_role', '=', 'owner').execute();
  return owners.length === 1 && owners[0]?.id === userId;
}
