import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { PayPalError } from '../error.ts';

const accessSeconds = 9 * 3600;
const clientSeconds = 15 * 60;

/** `access` tokens are for calls of the merchant's server, `client` tokens for PayPal's script in the merchant's page. */
export type TokenKind = 'access' | 'client';

/** Creates a signed token that names its kind and its expiry, so the sandbox need not store it. */
export function newToken(sandbox: Sandbox, kind: TokenKind): { readonly token: string; readonly expiresIn: number } {
  const expiresIn = kind === 'access' ? accessSeconds : clientSeconds;
  const content = `${kind}.${Math.floor(Date.now() / 1000) + expiresIn}`;
  return { token: `${content}.${signature(sandbox, content)}`, expiresIn };
}

/** Returns true if a token is genuine, of this kind and not expired. */
export function isValidToken(sandbox: Sandbox, kind: TokenKind, token: string): boolean {
  const [givenKind = '', expiry = '', given = ''] = token.split('.');
  const expected = Buffer.from(signature(sandbox, `${givenKind}.${expiry}`));
  const actual = Buffer.from(given);
  const isGenuine = actual.length === expected.length && timingSafeEqual(actual, expected);
  return isGenuine && givenKind === kind && Number(expiry) > Date.now() / 1000;
}

/** Throws a 401 unless a request for a token carries the merchant's credentials. */
export function authenticateClient({ config }: Sandbox, authorization: string | undefined): void {
  const [scheme, credentials = ''] = (authorization ?? '').split(' ', 2);
  const expected = Buffer.from(`${config.paypal.clientId}:${config.paypal.clientSecret}`).toString('base64');
  if (scheme?.toLowerCase() === 'basic' && credentials === expected) return;
  throw new PayPalError(401, 'invalid_client', 'Client Authentication failed');
}

/** Throws a 401 unless the call carries an access token. */
export function authenticateCall(sandbox: Sandbox, authorization: string | undefined): void {
  const [scheme, token = ''] = (authorization ?? '').split(' ', 2);
  if (scheme?.toLowerCase() === 'bearer' && isValidToken(sandbox, 'access', token)) return;
  throw new PayPalError(
    401,
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  );
}

const signature = ({ config }: Sandbox, content: string): string =>
  createHmac('sha256', config.paypal.clientSecret).update(content).digest('base64url');
