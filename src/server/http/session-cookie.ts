import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { signedInHint } from '#contract/account/session.ts';
import { hasRight } from '#domain/staff/rights.ts';
import type { Config } from '#server/config/config.ts';
import type { UserRow } from '#server/db/tables.ts';
import { isToken } from '#server/ids.ts';

/**
 * Sets the session cookie: HttpOnly and SameSite=Lax, and on https also Secure and bound to the host (spec-readings, The wire).
 * A second, readable cookie without any secret is a hint for the page: a visitor's page need not request the user, the
 * header knows whether to show the team's links, and a tab notices when another one signs a different user in.
 */
export function setSessionCookie(
  reply: FastifyReply,
  config: Config,
  token: string,
  user: Pick<UserRow, 'id' | 'staff_role'>,
): void {
  reply.setCookie(cookieName(config), token, { ...attributesOf(config), httpOnly: true });
  setHintCookie(reply, config, user);
}

/** Sets only the hint, for a page whose hint is outdated. */
export const setHintCookie = (reply: FastifyReply, config: Config, user: Pick<UserRow, 'id' | 'staff_role'>): void =>
  void reply.setCookie(signedInHint, hintOf(user), attributesOf(config));

/** Returns true if a page's hint is outdated, because someone has changed the user's role. */
export function hasOutdatedHint(request: FastifyRequest, user: Pick<UserRow, 'id' | 'staff_role'>): boolean {
  const hint = request.cookies[signedInHint];
  return hint !== undefined && hint !== hintOf(user);
}

const attributesOf = (config: Config) =>
  ({ path: '/', sameSite: 'lax', secure: config.hasSecureCookies, maxAge: sessionDays * 24 * 60 * 60 }) as const;

/**
 * Kind and tag of a user, such as `donor.Ab3dEf6h`. The tag distinguishes the users of one browser without revealing their ids.
 */
const hintOf = ({ id, staff_role: role }: Pick<UserRow, 'id' | 'staff_role'>): string =>
  `${kindOf(role)}.${createHash('sha256').update(id).digest('base64url').slice(0, 8)}`;

function kindOf(role: UserRow['staff_role']): 'donor' | 'staff' | 'admin' {
  if (role === null) return 'donor';
  return hasRight(role, 'readMessages') ? 'admin' : 'staff';
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  const shared = { path: '/', sameSite: 'lax', secure: config.hasSecureCookies } as const;
  reply.clearCookie(cookieName(config), { ...shared, httpOnly: true });
  reply.clearCookie(signedInHint, shared);
}

/** The request's session token; `undefined` when it is absent or malformed. */
export function sessionToken(request: FastifyRequest, config: Config): string | undefined {
  const token = request.cookies[cookieName(config)];
  return token !== undefined && isToken(token) ? token : undefined;
}

/** How long a session lasts after its last use. */
export const sessionDays = 30;

const cookieName = (config: Config): string => (config.hasSecureCookies ? '__Host-session' : 'session');
