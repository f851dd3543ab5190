import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { isToken, newToken } from '#server/ids.ts';

/**
 * The secret in a browser's cookie that lets it capture the orders it created (spec-readings, PayPal). A browser without one
 * gets a new one.
 */
export function issueBrowserKey(deps: Deps, request: FastifyRequest, reply: FastifyReply): string {
  const key = browserKeyOf(request) ?? newToken(deps.random);
  reply.setCookie(cookieName, key, {
    path: '/paypal',
    httpOnly: true,
    sameSite: 'lax',
    secure: deps.config.hasSecureCookies,
    maxAge: daySeconds,
  });
  return key;
}

/** The browser's key, if it sent a well-formed one. */
export function browserKeyOf(request: FastifyRequest): string | undefined {
  const key = request.cookies[cookieName];
  return key !== undefined && isToken(key) ? key : undefined;
}

/** Only the hash is stored, so that reading the table is not enough to act as the browser. */
export const hashOfBrowserKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

const cookieName = 'paypal_browser';
const daySeconds = 24 * 60 * 60; // longer than the lifetime of any order
