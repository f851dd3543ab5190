import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { signedInHint, type UserAnswer } from '#contract/session.ts';
import type { Config } from '#server/config.ts';
import { isToken } from '#server/tokens.ts';

/**
 * The session's cookie: HttpOnly and SameSite=Lax; with an https address bound to the host and Secure (rulings, The wire).
 * Beside it stands a readable hint without any secret: a visitor's page does not ask for a user in vain, the administrator's
 * header knows its links, and a tab notices that another one has signed somebody else in.
 */
export function setSessionCookie(
  reply: FastifyReply,
  config: Config,
  token: string,
  user: Pick<UserAnswer, 'id' | 'isAdmin'>,
): void {
  const shared = {
    path: '/',
    sameSite: 'lax',
    secure: config.hasSecureCookies,
    maxAge: sessionDays * 24 * 60 * 60,
  } as const;
  reply.setCookie(cookieName(config), token, { ...shared, httpOnly: true });
  reply.setCookie(signedInHint, hintOf(user), shared);
}

/** Role and tag of a user, such as `donor.Ab3dEf6h`. The tag tells users of one browser apart, and leads nobody to their ids. */
export const hintOf = ({ id, isAdmin }: Pick<UserAnswer, 'id' | 'isAdmin'>): string =>
  `${isAdmin ? 'admin' : 'donor'}.${createHash('sha256').update(id).digest('base64url').slice(0, 8)}`;

/** Takes the session's cookie and its hint from the browser. */
export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  const shared = { path: '/', sameSite: 'lax', secure: config.hasSecureCookies } as const;
  reply.clearCookie(cookieName(config), { ...shared, httpOnly: true });
  reply.clearCookie(signedInHint, shared);
}

/** The token that a request carries, if it carries one of the right shape. */
export function sessionToken(request: FastifyRequest, config: Config): string | undefined {
  const token = request.cookies[cookieName(config)];
  return token !== undefined && isToken(token) ? token : undefined;
}

/** How long a session lives after it was last used. */
export const sessionDays = 30;

const cookieName = (config: Config): string => (config.hasSecureCookies ? '__Host-session' : 'session');
