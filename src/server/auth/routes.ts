import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountSentences } from '#contract/account.ts';
import type { UserAnswer } from '#contract/session.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { setSessionCookie } from '#server/http/session-cookie.ts';
import { linkRoutes } from './link-routes.ts';
import { logIn } from './log-in.ts';
import { endSessionOf, logOut } from './log-out.ts';
import { openSession, type ProvenUser } from './open-session.ts';
import { deleteExpiredSessions } from './queries.ts';
import { register } from './register.ts';
import { toUserAnswer } from './user-answer.ts';

/** Registering, signing in and out, who is signed in, and the links that are mailed. */
export function authRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, endpoints.getUser, async ({ user }) => toUserAnswer(user));
  registerEndpoint(app, deps, endpoints.register, async ({ body, request, reply }) => {
    const registered = await register(deps, body);
    if (registered.code !== 'registered') return sendRefusal(reply, registered.code, refusals[registered.code]);
    return enter(deps, { user: registered.user, isCodeProven: false }, request, reply);
  });
  registerEndpoint(app, deps, endpoints.login, async ({ body, request, reply }) => {
    const login = await logIn(deps, body, request.ip);
    if (login.code !== 'logged_in') return sendRefusal(reply, login.code, refusals[login.code]);
    return enter(deps, login, request, reply);
  });
  registerEndpoint(app, deps, endpoints.logout, async ({ request, reply }) => {
    await logOut(deps, request, reply);
    return {};
  });
  linkRoutes(app, deps);
}

const refusals = {
  username_taken: accountSentences.usernameTaken,
  email_taken: accountSentences.emailTaken,
  login_failed: accountSentences.loginFailed,
  second_factor_needed: accountSentences.codeNeeded,
  too_many_requests: 'Too many failed logins. Please wait 15 minutes and try again.',
} as const;

/** A session always begins here with a new token; the one that the browser had ends then, so nobody can have planted it. */
async function enter(
  deps: Deps,
  proven: ProvenUser,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<UserAnswer | FastifyReply> {
  const token = await openSession(deps, proven, request.headers['user-agent'] ?? '');
  if (token === undefined) return sendRefusal(reply, 'login_failed', refusals.login_failed);
  const { user } = proven;
  await endSessionOf(deps, request);
  await deleteExpiredSessions(deps.db.write, user.id, deps.clock.now());
  const answer = toUserAnswer(user);
  setSessionCookie(reply, deps.config, token, answer);
  return answer;
}
