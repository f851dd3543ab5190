import {
  endRequest,
  invitationRequest,
  joinAnswer,
  joinRequest,
  roleRequest,
  teamAnswer,
} from '#contract/admin/team.ts';
import type { CallTable } from '#contract/endpoint.ts';
import { doneAnswer } from '#contract/account/session.ts';

/** The members of the team, their roles, and invitations. */
export const teamCalls = {
  getTeam: { method: 'GET', path: '/api/admin/team', answer: teamAnswer },
  inviteStaff: { method: 'POST', path: '/api/admin/team/invitations', body: invitationRequest, answer: doneAnswer },
  withdrawInvitation: {
    method: 'POST',
    path: '/api/admin/team/invitations/:id/withdraw',
    body: endRequest,
    answer: doneAnswer,
  },
  changeRole: { method: 'POST', path: '/api/admin/team/:id/role', body: roleRequest, answer: doneAnswer },
  endMembership: { method: 'POST', path: '/api/admin/team/:id/end', body: endRequest, answer: doneAnswer },
  joinTeam: { method: 'POST', path: '/api/team-invitation', body: joinRequest, answer: joinAnswer },
} as const satisfies CallTable;
