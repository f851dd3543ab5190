import type { FastifyInstance } from 'fastify';
import { auditLogSentences } from '#contract/admin/audit-log.ts';
import { nextCursorHeader } from '#contract/endpoint.ts';
import { auditLogEndpoints } from '#contract/endpoints/admin/audit-log.ts';
import { staffEndpoints } from '#contract/endpoints/admin/staff.ts';
import { calendarDay } from '#domain/donation/calendar-day.ts';
import { rightsOf } from '#domain/staff/rights.ts';
import { currentFilePrefix } from '#server/current-words.ts';
import { readPosition, writeCursor } from '#server/db/list-page.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { createDownloads } from '#server/http/files/downloads.ts';
import { sendFile } from '#server/http/files/send-file.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import type { ApprovalHandlers } from './approvals/approval-handler.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { exportEntries, findEntries } from './audit-log.ts';
import { teamRoutes } from './team/routes.ts';
import { recordAlone } from './record-action.ts';

/** Registers the endpoints for the team, approvals and the audit log. */
export function staffRoutes(app: FastifyInstance, deps: Deps, approvalHandlers: ApprovalHandlers): void {
  registerEndpoint(app, deps, staffEndpoints.getStaff, async ({ user: { id, username, staff_role: role } }) => ({
    id,
    username,
    role,
    rights: [...rightsOf[role]],
  }));
  auditLogRoutes(app, deps);
  approvalRoutes(app, deps, approvalHandlers);
  teamRoutes(app, deps);
}

function auditLogRoutes(app: FastifyInstance, deps: Deps): void {
  const downloads = createDownloads();
  registerEndpoint(app, deps, auditLogEndpoints.searchAuditLog, async ({ query, reply }) => {
    const after = readPosition(query, 'aud');
    if (!after) return sendRefusal(reply, 'invalid_request', auditLogSentences.cursorInvalid);
    const found = await findEntries(deps.db.read, query, after, entriesMax + 1);
    const last = found[entriesMax - 1];
    if (last && found.length > entriesMax) reply.header(nextCursorHeader, writeCursor(last));
    return found.slice(0, entriesMax);
  });
  registerEndpoint(app, deps, auditLogEndpoints.exportAuditLog, async ({ query, user, reply }) => {
    const day = calendarDay(deps.clock.now(), user.time_zone);
    const start = () => downloads.start(user.id, exportEntries(deps.db.patient.read, query, downloads.runExclusive));
    const record = () =>
      recordAlone(deps, { actor: user, action: 'audit_log_downloaded', subject: { kind: 'audit_log', id: 'all' } });
    return sendFile(reply, {
      name: `${currentFilePrefix(deps)}-audit-log-${day}.csv`,
      type: 'text/csv',
      start,
      record,
    });
  });
}

const entriesMax = 50;
