export { approvalHandler, type ApprovalHandlers } from './approvals/approval-handler.ts';
export { approve } from './approvals/decide-approval.ts';
export { countWaitingApprovals } from './approvals/list-approvals.ts';
export { findWaitingApproval, findWaitingApprovals, requestApproval } from './approvals/request-approval.ts';
export { recordAction, recordAlone, type Actor, type ChangedValues, type StaffMember } from './record-action.ts';
export { leaveTeam } from './team/change-team.ts';
export { writeInvitationMail } from './team/invitation-mail.ts';
export { staffRoutes } from './routes.ts';
