import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { hashToken } from '#server/http/current-user.ts';
import { clearSessionCookie, sessionToken } from '#server/http/session-cookie.ts';
import { deleteSession } from './queries.ts';

/** Ends the session on the server, so that its cookie is worthless wherever it lies, and takes it from the browser. */
export async function logOut(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await endSessionOf(deps, request);
  clearSessionCookie(reply, deps.config);
}

/** Ends the session that a request carries, if it carries one. */
export async function endSessionOf(deps: Deps, request: FastifyRequest): Promise<void> {
  const token = sessionToken(request, deps.config);
  if (token !== undefined) await deleteSession(deps.db.write, hashToken(token));
}
