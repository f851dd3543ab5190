import { hasRight, type StaffRole } from '#domain/staff/rights.ts';
import { findUser, findUserByName, lockAccount, markEmailConfirmed, nameKey } from '#server/auth/index.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken } from '#server/http/current-user.ts';
import { isId, isToken, newId, newToken } from '#server/ids.ts';
import { encryptToken } from '#server/mail/link-token.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { recordAction, type Actor } from '../record-action.ts';
import { setStaffRole, withTeamLock } from './change-team.ts';

export interface Invitation {
  readonly actor: Exclude<Actor, 'system'>;
  readonly email: string;
  readonly role: StaffRole;
  readonly reason: string;
}

/** How long an invitation works. */
export const invitationDays = 3;

/** Emails a link that works once. Earlier links to the same address stop working. */
export const inviteStaff = (
  deps: Deps,
  { actor, email, role, reason }: Invitation,
): Promise<{ readonly code: 'invited' | 'already_staff' | 'forbidden' }> =>
  inTransaction(deps.db, (tx) =>
    withTeamLock(tx, async () => {
      if (!(await mayManageTeam(tx, actor))) return { code: 'forbidden' };
      const user = await findUserByName(tx, email);
      if (user && user.staff_role !== null) return { code: 'already_staff' };
      const now = deps.clock.now();
      const emailKey = nameKey(email);
      await tx
        .updateTable('staff_invitations')
        .set({ status: 'withdrawn', ended_at: now.toISOString() })
        .where('email_key', '=', emailKey)
        .where('status', '=', 'waiting')
        .execute();
      const token = newToken(deps.random);
      const id = newId('inv', deps.random);
      await tx
        .insertInto('staff_invitations')
        .values({
          id,
          token_hash: hashToken(token),
          email,
          email_key: emailKey,
          role,
          invited_by: actor.username,
          invited_at: now.toISOString(),
          expires_at: new Date(now.getTime() + invitationDays * dayMs).toISOString(),
          status: 'waiting',
          ended_at: null,
        })
        .execute();
      const kind = 'staff_invitation';
      await enqueue(deps, tx, { kind, dedupeKey: `${kind}:${id}`, payload: encryptToken(deps, token) });
      const subject = { kind: 'invitation', id } as const;
      await recordAction(deps, tx, { actor, action: 'staff_invited', subject, after: { role }, reason });
      return { code: 'invited' };
    }),
  );

const dayMs = 24 * 60 * 60 * 1000;

async function mayManageTeam(tx: Tx, { id }: { readonly id: string }): Promise<boolean> {
  return hasRight((await findUser(tx, id))?.staff_role ?? null, 'manageTeam');
}

export const withdrawInvitation = (
  deps: Deps,
  { actor, id, reason }: Pick<Invitation, 'actor' | 'reason'> & { readonly id: string },
): Promise<{ readonly code: 'withdrawn' | 'not_found' }> =>
  inTransaction(deps.db, async (tx) => {
    if (!isId('inv', id) || !(await endInvitation(deps, tx, id, 'withdrawn'))) return { code: 'not_found' };
    await recordAction(deps, tx, {
      actor,
      action: 'invitation_withdrawn',
      subject: { kind: 'invitation', id },
      reason,
    });
    return { code: 'withdrawn' };
  });

/** Returns false if the invitation was used or withdrawn before. */
async function endInvitation(deps: Deps, tx: Tx, id: string, status: 'accepted' | 'withdrawn'): Promise<boolean> {
  const ended = await tx
    .updateTable('staff_invitations')
    .set({ status, ended_at: deps.clock.now().toISOString() })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .execute();
  return ended.length > 0;
}

export type JoinResult =
  | { readonly code: 'joined'; readonly role: StaffRole }
  | { readonly code: 'link_invalid' | 'wrong_address' | 'already_staff' };

/**
 * Uses an invitation: the user joins the team, if the account has the address to which the link was mailed. The link proves that
 * its user reads that mailbox, so it confirms the address too.
 */
export async function joinTeam(deps: Deps, userId: string, token: string): Promise<JoinResult> {
  if (!isToken(token)) return { code: 'link_invalid' };
  return inTransaction(deps.db, (tx) =>
    withTeamLock(tx, async (): Promise<JoinResult> => {
      const now = deps.clock.now();
      const invitation = await tx
        .selectFrom('staff_invitations')
        .select(['id', 'email_key', 'role'])
        .where('token_hash', '=', hashToken(token))
        .where('status', '=', 'waiting')
        .where('expires_at', '>', now.toISOString())
        .executeTakeFirst();
      if (!invitation || !(await lockAccount(tx, userId))) return { code: 'link_invalid' };
      const user = await findUser(tx, userId);
      if (user?.email_key !== invitation.email_key) return { code: 'wrong_address' };
      if (user.staff_role !== null) return { code: 'already_staff' };
      if (!(await endInvitation(deps, tx, invitation.id, 'accepted'))) return { code: 'link_invalid' };
      await setStaffRole(tx, userId, invitation.role);
      await markEmailConfirmed(tx, userId, now);
      await recordAction(deps, tx, {
        actor: { ...user, staff_role: invitation.role },
        action: 'staff_joined',
        subject: { kind: 'user', id: userId },
        after: { role: invitation.role, invitation: invitation.id },
      });
      return { code: 'joined', role: invitation.role };
    }),
  );
}
