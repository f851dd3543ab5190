import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountSentences } from '#contract/account/account.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { UserResponse } from '#contract/account/session.ts';
import { hasRight } from '#domain/staff/rights.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { setSessionCookie } from '#server/http/session-cookie.ts';
import { newToken } from '#server/ids.ts';
import { linkRoutes } from './links/routes.ts';
import { register } from './register.ts';
import { callerOf, setDeviceCookie } from './session/known-devices.ts';
import { logIn } from './session/log-in.ts';
import { deleteExpiredSessionsOf, endSessionOf, logOut, openSession, type ProvenUser } from './session/sessions.ts';

/** Registration, login, logout, the current user, and mailed links. */
export function authRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, endpoints.getUser, async ({ user }) => toUserResponse(user));
  registerEndpoint(app, deps, endpoints.register, async ({ body, request, reply }) => {
    const registered = await register(deps, body, request.ip);
    if (registered.code !== 'registered') return sendRefusal(reply, registered.code, refusals[registered.code]);
    return signIn(deps, { user: registered.user, isCodeProven: false }, request, reply);
  });
  registerEndpoint(app, deps, endpoints.login, async ({ body, request, reply }) => {
    const login = await logIn(deps, body, callerOf(request, deps.config));
    if (login.code !== 'logged_in') return sendRefusal(reply, login.code, refusals[login.code]);
    return signIn(deps, login, request, reply);
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

/** Opens a session with a new token and ends the browser's earlier one, so that no one can plant a token in a browser. */
async function signIn(
  deps: Deps,
  proven: ProvenUser,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<UserResponse | FastifyReply> {
  const { deviceToken = newToken(deps.random) } = callerOf(request, deps.config);
  const description = request.headers['user-agent'] ?? '';
  const token = await openSession(deps, proven, { description, deviceToken });
  if (token === undefined) return sendRefusal(reply, 'login_failed', refusals.login_failed);
  const { user } = proven;
  await endSessionOf(deps, request);
  await deleteExpiredSessionsOf(deps.db.write, user.id, deps.clock.now());
  setSessionCookie(reply, deps.config, token, user);
  setDeviceCookie(reply, deps.config, deviceToken);
  return toUserResponse(user);
}

/** The user without secrets. */
const toUserResponse = (
  user: Pick<UserRow, 'id' | 'username' | 'email' | 'first_name' | 'last_name' | 'country' | 'staff_role'>,
): UserResponse => ({
  id: user.id,
  username: user.username,
  email: user.email,
  firstName: user.first_name,
  lastName: user.last_name,
  country: user.country,
  isAdmin: hasRight(user.staff_role, 'readMessages'),
});
