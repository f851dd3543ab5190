import { judgeApprover, type ApproverVerdict } from '#domain/staff/approvals.ts';
import { hasRight, staffRoles, type Right, type StaffRole } from '#domain/staff/rights.ts';
import { lockAccount } from '#server/auth/index.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { ApprovalRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { isId } from '#server/ids.ts';
import { recordAction, type StaffMember } from '../record-action.ts';
import type { ApprovalHandlers, ApprovedRequest } from './approval-handler.ts';

export interface Decision {
  readonly approvalId: string;
  readonly actor: StaffMember;
  readonly reason: string;
}

/** `decided`: someone else was first. `outdated`: the action is no longer possible, and the request still waits. */
export type DecisionOutcome =
  | { readonly code: 'approved' | 'declined' | 'not_found' | 'forbidden' | 'own_request' }
  | { readonly code: 'decided'; readonly approval: ApprovalRow }
  | { readonly code: 'outdated'; readonly sentence: string };

/**
 * Approves a request and does what it asks for, in one transaction. If several people approve at the same time, only one
 * succeeds.
 */
export const approve = (deps: Deps, handlers: ApprovalHandlers, decision: Decision): Promise<DecisionOutcome> =>
  decide(deps, handlers, decision, async (tx, approval, verdict) => {
    if (verdict === 'forbidden' || verdict === 'own_request') return { code: verdict };
    const result = await handlers[approval.kind].perform(deps, tx, requestOf(approval, decision.actor));
    if (result.code === 'outdated') return result;
    await close(deps, tx, approval, { ...decision, status: 'approved' });
    const action = verdict === 'waiver' ? 'approval_waived' : 'approval_given';
    await recordAction(deps, tx, { ...decision, action, subject: subjectOf(approval), after: namesOf(approval) });
    return { code: 'approved' };
  });

/** Declines a request. This is also how the requester withdraws it. */
export const decline = (deps: Deps, handlers: ApprovalHandlers, decision: Decision): Promise<DecisionOutcome> =>
  decide(deps, handlers, decision, async (tx, approval, verdict) => {
    if (verdict === 'forbidden') return { code: verdict };
    await close(deps, tx, approval, { ...decision, status: 'declined' });
    const subject = subjectOf(approval);
    await recordAction(deps, tx, { ...decision, action: 'approval_declined', subject, after: namesOf(approval) });
    return { code: 'declined' };
  });

type Decide = (tx: Tx, approval: ApprovalRow, verdict: ApproverVerdict) => Promise<DecisionOutcome>;

/** Runs a decision while no one else decides on the same request, and with the role that the actor has now. */
async function decide(
  deps: Deps,
  handlers: ApprovalHandlers,
  { approvalId, actor }: Decision,
  work: Decide,
): Promise<DecisionOutcome> {
  if (!isId('apr', approvalId)) return { code: 'not_found' };
  return inTransaction(deps.db, (tx) =>
    withLock(tx, [`approval:${approvalId}`], async () => {
      await lockAccount(tx, actor.id); // so that the role does not end before this transaction does
      const approval = await tx.selectFrom('approvals').selectAll().where('id', '=', approvalId).executeTakeFirst();
      if (!approval) return { code: 'not_found' };
      const verdict = await judge(tx, actor.id, approval, handlers[approval.kind].right);
      if (approval.status !== 'waiting')
        return verdict === 'forbidden' ? { code: verdict } : { code: 'decided', approval };
      return work(tx, approval, verdict);
    }),
  );
}

async function judge(tx: Tx, actorId: string, approval: ApprovalRow, right: Right): Promise<ApproverVerdict> {
  const user = await tx.selectFrom('users').select('staff_role').where('id', '=', actorId).executeTakeFirst();
  const approver = { id: actorId, role: user?.staff_role ?? null };
  const request = { requestedBy: approval.requested_by, right };
  return judgeApprover(approver, request, await countOthersWith(tx, right, actorId));
}

/** Counts the others on the team who have a right. */
export async function countOthersWith(db: Queryable, right: Right, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('staff_role', 'in', rolesWith(right))
    .where('id', '!=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

const rolesWith = (right: Right): StaffRole[] => staffRoles.filter((role) => hasRight(role, right));

async function close(
  { clock }: Deps,
  tx: Tx,
  { id }: ApprovalRow,
  { status, actor, reason }: Decision & { readonly status: 'approved' | 'declined' },
): Promise<void> {
  await tx
    .updateTable('approvals')
    .set({
      status,
      decided_at: clock.now().toISOString(),
      decided_by: actor.id,
      decider_name: actor.username,
      decision_reason: reason,
    })
    .where('id', '=', id)
    .execute();
}

const subjectOf = ({ subject_kind: kind, subject_id: id }: ApprovalRow) => ({ kind, id });

const namesOf = ({ id, kind, requester_name: requestedBy }: ApprovalRow) => ({ kind, approval: id, requestedBy });

const requestOf = (approval: ApprovalRow, approver: StaffMember): ApprovedRequest<unknown> => ({
  id: approval.id,
  subject: subjectOf(approval),
  payload: JSON.parse(approval.payload),
  reason: approval.reason,
  requester: { id: approval.requested_by, username: approval.requester_name },
  approver,
});
