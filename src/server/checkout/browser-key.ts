import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { isToken, newToken } from '#server/ids.ts';

/** A cookie with a secret by which we recognize one browser (spec-readings, PayPal). */
interface BrowserCookie {
  readonly name: string;
  /** The path of the calls that need the cookie. */
  readonly path: string;
}

/** Lets a browser capture the PayPal orders that it created. */
export const paypalBrowser: BrowserCookie = { name: 'paypal_browser', path: '/paypal' };

/** Lets a browser return to a donation that it has paid by card. */
export const checkoutBrowser: BrowserCookie = { name: 'checkout_browser', path: '/api/create-checkout-session' };

/** Returns the browser's key, and sends its cookie. A browser without a key gets a new one. */
export function issueBrowserKey(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: BrowserCookie,
): string {
  const key = browserKeyOf(request, cookie) ?? newToken(deps.random);
  reply.setCookie(cookie.name, key, {
    path: cookie.path,
    httpOnly: true,
    sameSite: 'lax',
    secure: deps.config.hasSecureCookies,
    maxAge: cookieSeconds,
  });
  return key;
}

/** Returns the browser's key, if the request has a well-formed one. */
export function browserKeyOf(request: FastifyRequest, { name }: BrowserCookie): string | undefined {
  const key = request.cookies[name];
  return key !== undefined && isToken(key) ? key : undefined;
}

/** Only the hash is stored, so that reading the table is not enough to act as the browser. */
export const hashOfBrowserKey = (key: string): string => hash('sha256', key, 'base64url');

const cookieSeconds = 24 * 60 * 60; // longer than the lifetime of any session or order
