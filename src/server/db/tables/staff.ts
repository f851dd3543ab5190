import type { StaffAction, SubjectKind } from '#domain/staff/actions.ts';
import type { ApprovalKind } from '#domain/staff/approvals.ts';
import type { StaffRole } from '#domain/staff/rights.ts';

/** Something that a staff member or the system did. Rows are only inserted. */
export interface AuditLogRow {
  id: string;
  recorded_at: string;
  /** Null for the system. */
  actor_id: string | null;
  /** The username at that time; kept when the account is deleted. */
  actor_name: string;
  actor_role: StaffRole | null;
  /** The API token that the person used; null if signed in. */
  actor_token: string | null;
  action: StaffAction;
  subject_kind: SubjectKind;
  subject_id: string;
  /** JSON objects of what changed, without personal data of donors; null if there is nothing to record. */
  before: string | null;
  after: string | null;
  reason: string | null;
}

/** A staff member's API token, of which only the SHA-256 is stored. It is deleted when it is revoked. */
export interface ApiTokenRow {
  id: string;
  user_id: string;
  name: string;
  token_hash: string;
  /** The SHA-256 of the account's password hash, so that a new password ends the token. */
  password_tag: string;
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
}

/** An action that needs a second person. */
export interface ApprovalRow {
  id: string;
  kind: ApprovalKind;
  subject_kind: SubjectKind;
  subject_id: string;
  /** A JSON object with what the action needs. */
  payload: string;
  reason: string;
  status: 'waiting' | 'approved' | 'declined';
  requested_at: string;
  requested_by: string;
  requester_name: string;
  decided_at: string | null;
  decided_by: string | null;
  decider_name: string | null;
  decision_reason: string | null;
}

/** An invitation to the team. */
export interface StaffInvitationRow {
  id: string;
  token_hash: string;
  email: string;
  email_key: string;
  role: StaffRole;
  /** The inviter's username. */
  invited_by: string;
  invited_at: string;
  expires_at: string;
  status: 'waiting' | 'accepted' | 'withdrawn';
  ended_at: string | null;
}

/** Something that staff are alerted about, for as long as it lasts. */
export interface AlertConditionRow {
  condition_key: string;
  since: string;
  /** The round of alerts in which it began. */
  round: number;
}

/** The last alert mailed to a staff member. It covered every condition that began in its round or before. */
export interface AlertMarkRow {
  user_id: string;
  round: number;
  mailed_at: string;
}
