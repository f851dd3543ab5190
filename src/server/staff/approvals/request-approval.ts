import { sql } from 'kysely';
import type { Subject } from '#domain/staff/actions.ts';
import type { ApprovalKind } from '#domain/staff/approvals.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { TransactionConflict } from '#server/db/in-transaction.ts';
import type { ApprovalRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { recordAction, type Actor, type ChangedValues } from '../record-action.ts';

export interface ApprovalRequest {
  readonly kind: ApprovalKind;
  readonly subject: Subject;
  /** What the action needs; the audit log shows it too, so it has no personal data of donors. */
  readonly payload: ChangedValues;
  readonly reason: string;
  readonly requester: Exclude<Actor, 'system'>;
}

/** `already_waiting`: a request of the same kind for the same subject, which stays as it is. */
export interface RequestedApproval {
  readonly code: 'requested' | 'already_waiting';
  readonly approvalId: string;
}

/** Stores an action that needs a second person, in the caller's transaction. */
export async function requestApproval(
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  { kind, subject, payload, reason, requester }: ApprovalRequest,
): Promise<RequestedApproval> {
  const id = newId('apr', deps.random);
  const inserted = await tx
    .insertInto('approvals')
    .values({
      id,
      kind,
      subject_kind: subject.kind,
      subject_id: subject.id,
      payload: JSON.stringify(payload),
      reason,
      status: 'waiting',
      requested_at: deps.clock.now().toISOString(),
      requested_by: requester.id,
      requester_name: requester.username,
      decided_at: null,
      decided_by: null,
      decider_name: null,
      decision_reason: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (inserted.length === 0) {
    const waiting = await findWaitingApproval(tx, kind, subject.id);
    if (!waiting) throw new TransactionConflict(); // decided since the insert, so the retry can request it again
    return { code: 'already_waiting', approvalId: waiting.id };
  }
  const after = { ...payload, kind, approval: id };
  await recordAction(deps, tx, { actor: requester, action: 'approval_requested', subject, after, reason });
  return { code: 'requested', approvalId: id };
}

/** Finds the waiting requests of a kind. The status is a literal, so that SQLite can use the index of waiting requests. */
export const findWaitingApprovals = (db: Queryable, kind: ApprovalKind): Promise<ApprovalRow[]> =>
  db
    .selectFrom('approvals')
    .selectAll()
    .where('kind', '=', kind)
    .where(sql<boolean>`status = 'waiting'`)
    .orderBy('subject_id')
    .execute();

/** Finds the waiting request of a kind for a subject. */
export const findWaitingApproval = (
  db: Queryable,
  kind: ApprovalKind,
  subjectId: string,
): Promise<ApprovalRow | undefined> =>
  db
    .selectFrom('approvals')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
