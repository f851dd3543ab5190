import type { Tx } from '#server/db/database.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { recordAction, type StaffMember } from '../record-action.ts';

interface Withdrawal {
  readonly actor: StaffMember;
  /** Absent for people who delete their own account. */
  readonly reason?: string;
}

/** Withdraws the requests of someone who leaves the team, if they still wait for a second person. */
export async function withdrawRequestsBy(
  deps: Deps,
  tx: Tx,
  userId: string,
  { actor, reason }: Withdrawal,
): Promise<void> {
  const requests = await tx
    .selectFrom('approvals')
    .select(['id', 'kind', 'subject_kind', 'subject_id', 'requester_name'])
    .where('requested_by', '=', userId)
    .where('status', '=', 'waiting')
    .orderBy('id')
    .execute();
  for (const { id, kind, requester_name: requestedBy, ...subject } of requests)
    await withLock(tx, [`approval:${id}`], async () => {
      const ended = await tx
        .updateTable('approvals')
        .set({
          status: 'declined',
          decided_at: deps.clock.now().toISOString(),
          decided_by: actor.id,
          decider_name: actor.username,
          decision_reason: reason ?? null,
        })
        .where('id', '=', id)
        .where('status', '=', 'waiting') // someone may have decided while this transaction waited for the lock
        .returning('id')
        .execute();
      if (ended.length === 0) return;
      await recordAction(deps, tx, {
        actor,
        action: 'approval_withdrawn',
        subject: { kind: subject.subject_kind, id: subject.subject_id },
        after: { kind, approval: id, requestedBy },
        reason,
      });
    });
}
