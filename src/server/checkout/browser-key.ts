import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { isToken, newToken } from '#server/tokens.ts';

/**
 * The key that a browser holds since it first asked for an order: only with it can the order's money be taken from a page
 * (rulings, PayPal). A browser that has none gets one.
 */
export function giveBrowserKey(deps: Deps, request: FastifyRequest, reply: FastifyReply): string {
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

/** The key that a browser sends, if it sends one of the right shape. */
export function browserKeyOf(request: FastifyRequest): string | undefined {
  const key = request.cookies[cookieName];
  return key !== undefined && isToken(key) ? key : undefined;
}

/** What is kept of a key: whoever reads the table cannot act for the browser. */
export const hashOfBrowserKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

const cookieName = 'paypal_browser';
const daySeconds = 24 * 60 * 60; // longer than any order lives
