import * as z from 'zod/mini';
import { isStaffAction, staffActions } from '#domain/staff/actions.ts';
import { staffRoles } from '#domain/staff/rights.ts';

export const auditLogSentences = {
  actionUnknown: 'There is no such action.',
  dayInvalid: 'Please enter a day as YYYY-MM-DD.',
  searchLong: 'A search can have at most 200 characters.',
  cursorInvalid: 'This page of the audit log does not exist.',
} as const;

const { actionUnknown, dayInvalid, searchLong, cursorInvalid } = auditLogSentences;

const actions = Object.keys(staffActions).filter(isStaffAction);

const exactText = z.string().check(z.trim(), z.maxLength(200, { error: searchLong }));
const day = z.iso.date({ error: dayInvalid });

const filters = {
  /** A username, exactly as in the audit log. */
  actor: z.optional(exactText),
  action: z.optional(z.enum(actions, { error: actionUnknown })),
  /** The id of an action's subject. */
  subject: z.optional(exactText),
  /** The first and the last day, in UTC. */
  from: z.optional(day),
  to: z.optional(day),
};

/** `GET /api/admin/audit-log.csv`: all entries that match the filters. */
export const auditLogExportQuery = z.object(filters);

export type AuditLogFilters = z.infer<typeof auditLogExportQuery>;

/** `GET /api/admin/audit-log`. */
export const auditLogQuery = z.object({ ...filters, cursor: z.optional(z.string({ error: cursorInvalid })) });

/** The values before or after an action. */
const changedValues = z.nullable(z.record(z.string(), z.unknown()));

export const auditLogEntry = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.object({
    /** The id of the user; null for the system. */
    id: z.nullable(z.string()),
    /** The username and the role at that time. */
    name: z.string(),
    role: z.nullable(z.enum(staffRoles)),
    /** The id of the API token that the person used; null if the person was signed in. */
    token: z.nullable(z.string()),
  }),
  action: z.enum(actions),
  subject: z.object({
    kind: z.string(),
    id: z.string(),
    /** The batch of a payout, or the charity of a bank account (0 is us); null for any other subject. */
    partOf: z.nullable(z.string()),
  }),
  before: changedValues,
  after: changedValues,
  reason: z.nullable(z.string()),
});

export type AuditLogEntry = z.infer<typeof auditLogEntry>;

/** Newest first, at most 50; `?cursor=` continues after the last one. */
export const auditLogResponse = z.array(auditLogEntry);
