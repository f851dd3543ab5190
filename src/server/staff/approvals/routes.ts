import type { FastifyInstance, FastifyReply } from 'fastify';
import { accountSentences } from '#contract/account/account.ts';
import { approvalSentences } from '#contract/admin/approvals.ts';
import { approvalEndpoints } from '#contract/endpoints/admin/approvals.ts';
import { formatUtcMoment } from '#domain/ledger/utc-day.ts';
import type { ApprovalRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import type { ApprovalHandlers } from './approval-handler.ts';
import { approve, decline, type DecisionOutcome } from './decide-approval.ts';
import { listApprovals } from './list-approvals.ts';

/** Registers the endpoints for actions that wait for a second person. */
export function approvalRoutes(app: FastifyInstance, deps: Deps, handlers: ApprovalHandlers): void {
  registerEndpoint(app, deps, approvalEndpoints.listApprovals, ({ user }) =>
    listApprovals(deps.db.read, handlers, user),
  );
  registerEndpoint(app, deps, approvalEndpoints.approveRequest, async ({ params, body, user, reply }) =>
    respond(reply, await approve(deps, handlers, { approvalId: params.id, actor: user, reason: body.reason })),
  );
  registerEndpoint(app, deps, approvalEndpoints.declineRequest, async ({ params, body, user, reply }) =>
    respond(reply, await decline(deps, handlers, { approvalId: params.id, actor: user, reason: body.reason })),
  );
}

function respond(reply: FastifyReply, outcome: DecisionOutcome): FastifyReply | Record<string, never> {
  switch (outcome.code) {
    case 'approved':
    case 'declined':
      return {};
    case 'not_found':
      return sendRefusal(reply, outcome.code, approvalSentences.unknown);
    case 'forbidden':
      return sendRefusal(reply, outcome.code, accountSentences.forbidden);
    case 'own_request':
      return sendRefusal(reply, 'forbidden', approvalSentences.ownRequest);
    case 'decided':
      return sendRefusal(reply, 'approval_decided', describeDecision(outcome.approval));
    case 'outdated':
      return sendRefusal(reply, 'approval_outdated', outcome.sentence);
  }
}

/** Says who decided first, and when. */
function describeDecision({
  status,
  decider_name: name,
  decided_at: at,
  requested_at: requestedAt,
}: ApprovalRow): string {
  return `${name} ${status} this request on ${formatUtcMoment(new Date(at ?? requestedAt))}.`;
}
