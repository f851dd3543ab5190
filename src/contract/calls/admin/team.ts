import {
  endRequest,
  invitationRequest,
  joinResponse,
  joinRequest,
  roleRequest,
  teamResponse,
} from '#contract/admin/team.ts';
import type { CallTable } from '#contract/endpoint.ts';
import { doneResponse } from '#contract/account/session.ts';

/** The calls for the members of the team, their roles, and invitations. */
export const teamCalls = {
  getTeam: { method: 'GET', path: '/api/admin/team', response: teamResponse },
  inviteStaff: { method: 'POST', path: '/api/admin/team/invitations', body: invitationRequest, response: doneResponse },
  withdrawInvitation: {
    method: 'POST',
    path: '/api/admin/team/invitations/:id/withdraw',
    body: endRequest,
    response: doneResponse,
  },
  changeRole: { method: 'POST', path: '/api/admin/team/:id/role', body: roleRequest, response: doneResponse },
  endMembership: { method: 'POST', path: '/api/admin/team/:id/end', body: endRequest, response: doneResponse },
  joinTeam: { method: 'POST', path: '/api/team-invitation', body: joinRequest, response: joinResponse },
} as const satisfies CallTable;
