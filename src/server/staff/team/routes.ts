import type { FastifyInstance, FastifyReply } from 'fastify';
import { accountSentences } from '#contract/account/account.ts';
import { teamSentences } from '#contract/admin/team.ts';
import { teamEndpoints } from '#contract/endpoints/admin/team.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { setHintCookie } from '#server/http/session-cookie.ts';
import { changeRole, endMembership, type TeamChangeOutcome } from './change-team.ts';
import { inviteStaff, joinTeam, withdrawInvitation } from './invitations.ts';
import { readTeam } from './read-team.ts';

/** Registers the endpoints for the members of the team and its invitations. */
export function teamRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, teamEndpoints.getTeam, () => readTeam(deps.db.read, deps.clock.now()));
  registerEndpoint(app, deps, teamEndpoints.inviteStaff, async ({ body, user, reply }) => {
    const { code } = await inviteStaff(deps, { ...body, actor: user });
    if (code === 'already_staff') return sendRefusal(reply, code, teamSentences.alreadyStaff);
    return code === 'invited' ? {} : sendRefusal(reply, code, accountSentences.forbidden);
  });
  registerEndpoint(app, deps, teamEndpoints.withdrawInvitation, async ({ params, body, user, reply }) => {
    const { code } = await withdrawInvitation(deps, { actor: user, id: params.id, reason: body.reason });
    return code === 'withdrawn' ? {} : sendRefusal(reply, code, teamSentences.invitationUnknown);
  });
  registerEndpoint(app, deps, teamEndpoints.changeRole, async ({ params, body, user, reply }) =>
    respond(reply, await changeRole(deps, { ...body, actor: user, userId: params.id })),
  );
  registerEndpoint(app, deps, teamEndpoints.endMembership, async ({ params, body, user, reply }) =>
    respond(reply, await endMembership(deps, { ...body, actor: user, userId: params.id })),
  );
  registerEndpoint(app, deps, teamEndpoints.joinTeam, async ({ body, user, reply }) => {
    const joining = await joinTeam(deps, user.id, body.token);
    switch (joining.code) {
      case 'joined':
        setHintCookie(reply, deps.config, { id: user.id, staff_role: joining.role });
        return { role: joining.role };
      case 'link_invalid':
        return sendRefusal(reply, joining.code, teamSentences.linkInvalid);
      case 'wrong_address':
        return sendRefusal(reply, 'forbidden', teamSentences.wrongAddress);
      case 'already_staff':
        return sendRefusal(reply, joining.code, teamSentences.alreadyStaff);
    }
  });
}

function respond(reply: FastifyReply, { code }: TeamChangeOutcome): FastifyReply | Record<string, never> {
  switch (code) {
    case 'changed':
      return {};
    case 'not_found':
      return sendRefusal(reply, code, teamSentences.unknown);
    case 'last_owner':
      return sendRefusal(reply, code, teamSentences.lastOwner);
    case 'forbidden':
      return sendRefusal(reply, code, accountSentences.forbidden);
  }
}
