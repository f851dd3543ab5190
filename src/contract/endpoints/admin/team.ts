import { teamCalls } from '#contract/calls/admin/team.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const teamEndpoints = {
  getTeam: {
    ...teamCalls.getTeam,
    access: 'manageTeam',
    summary: 'The staff with their roles, and the open invitations',
    errors: [],
  },
  inviteStaff: {
    ...teamCalls.inviteStaff,
    access: 'manageTeam',
    onlyInPerson: true,
    summary: 'Invites someone to the team by email',
    errors: ['already_staff'],
    limitPerMinute: 60,
  },
  withdrawInvitation: {
    ...teamCalls.withdrawInvitation,
    access: 'manageTeam',
    onlyInPerson: true,
    summary: 'Withdraws an invitation; its link stops working',
    errors: ['not_found'],
  },
  changeRole: {
    ...teamCalls.changeRole,
    access: 'manageTeam',
    onlyInPerson: true,
    summary: 'Changes the role of a staff member',
    errors: ['not_found', 'last_owner'],
  },
  endMembership: {
    ...teamCalls.endMembership,
    access: 'manageTeam',
    onlyInPerson: true,
    summary: 'Removes a staff member from the team; the account stays',
    errors: ['not_found', 'last_owner'],
  },
  joinTeam: {
    ...teamCalls.joinTeam,
    access: 'donor',
    summary: 'Joins the team with the link of an invitation sent to the email address of the account',
    errors: ['link_invalid', 'already_staff'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
