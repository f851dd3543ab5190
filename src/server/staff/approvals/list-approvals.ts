import type { WaitingApproval } from '#contract/admin/approvals.ts';
import { approvalKinds, judgeApprover, type ApprovalKind } from '#domain/staff/approvals.ts';
import { hasRight, type StaffRole } from '#domain/staff/rights.ts';
import type { Queryable } from '#server/db/database.ts';
import type { ApprovalRow } from '#server/db/tables.ts';
import type { StaffMember } from '#server/http/register-endpoint.ts';
import type { ApprovalHandlers } from './approval-handler.ts';
import { countOthersWith } from './decide-approval.ts';

/** The oldest requests that a staff member may decide, and the member's own. */
export async function listApprovals(
  db: Queryable,
  handlers: ApprovalHandlers,
  staff: StaffMember,
): Promise<WaitingApproval[]> {
  const rows = await db
    .selectFrom('approvals')
    .leftJoin('payouts', (join) => join.on('subject_kind', '=', 'payout').onRef('payouts.id', '=', 'subject_id'))
    .selectAll('approvals')
    .select('payouts.batch_id')
    .where('approvals.status', '=', 'waiting')
    .where((e) =>
      e.or([
        e('requested_by', '=', staff.id),
        ...kindsFor(handlers, staff.staff_role).map((kind) => e('approvals.kind', '=', kind)),
      ]),
    )
    .orderBy('requested_at')
    .orderBy('approvals.id')
    .limit(listedMax)
    .execute();
  return Promise.all(rows.map((row) => toWaiting(db, handlers, staff, row)));
}

const listedMax = 200;

/** The kinds that a role may decide. The query selects them, so that requests of other kinds cannot use up its limit. */
const kindsFor = (handlers: ApprovalHandlers, role: StaffRole): ApprovalKind[] =>
  approvalKinds.filter((kind) => hasRight(role, handlers[kind].right));

/** Counts the requests that wait for a second person. */
export async function countWaitingApprovals(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('approvals')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return count;
}

async function toWaiting(
  db: Queryable,
  handlers: ApprovalHandlers,
  { id: userId, staff_role: role }: StaffMember,
  row: ApprovalRow & { readonly batch_id: string | null },
): Promise<WaitingApproval> {
  const { right, summaryOf } = handlers[row.kind];
  const isOwn = row.requested_by === userId;
  const others = isOwn ? await countOthersWith(db, right, userId) : 0;
  const verdict = judgeApprover({ id: userId, role }, { requestedBy: row.requested_by, right }, others);
  return {
    id: row.id,
    kind: row.kind,
    subject: { kind: row.subject_kind, id: row.subject_id, partOf: row.batch_id },
    summary: summaryOf(JSON.parse(row.payload)),
    reason: row.reason,
    requestedAt: row.requested_at,
    requestedBy: row.requester_name,
    isOwn,
    approvableAs: verdict === 'second_person' || verdict === 'waiver' ? verdict : 'none',
  };
}
