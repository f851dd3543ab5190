import { createHmac, timingSafeEqual } from 'node:crypto';
import { PayPalError } from '../paypal/paypal-error.ts';
import type { Sandbox } from '../sandbox.ts';

const accessSeconds = 9 * 3600;
const clientSeconds = 15 * 60;

/** The two kinds of token: for calls of the merchant's server, and for PayPal's script in the merchant's page. */
export type TokenKind = 'access' | 'client';

/** A token of a kind. It needs no table: it names its end and is signed. */
export function newToken(sandbox: Sandbox, kind: TokenKind): { readonly token: string; readonly expiresIn: number } {
  const expiresIn = kind === 'access' ? accessSeconds : clientSeconds;
  const content = `${kind}.${Math.floor(Date.now() / 1000) + expiresIn}`;
  return { token: `${content}.${signature(sandbox, content)}`, expiresIn };
}

/** Whether a token is one of this sandbox's, of this kind, and still good. */
export function isToken(sandbox: Sandbox, kind: TokenKind, token: string): boolean {
  const [givenKind = '', end = '', given = ''] = token.split('.');
  const expected = Buffer.from(signature(sandbox, `${givenKind}.${end}`));
  const actual = Buffer.from(given);
  const isGenuine = actual.length === expected.length && timingSafeEqual(actual, expected);
  return isGenuine && givenKind === kind && Number(end) > Date.now() / 1000;
}

/** Lets a request for a token pass that carries the merchant's own credentials; else throws a 401. */
export function authenticateClient({ config }: Sandbox, authorization: string | undefined): void {
  const [scheme, credentials = ''] = (authorization ?? '').split(' ', 2);
  const expected = Buffer.from(`${config.paypal.clientId}:${config.paypal.clientSecret}`).toString('base64');
  if (scheme?.toLowerCase() === 'basic' && credentials === expected) return;
  throw new PayPalError(401, 'invalid_client', 'Client Authentication failed');
}

/** Lets a call pass that carries an access token; else throws a 401. */
export function authenticateCall(sandbox: Sandbox, authorization: string | undefined): void {
  const [scheme, token = ''] = (authorization ?? '').split(' ', 2);
  if (scheme?.toLowerCase() === 'bearer' && isToken(sandbox, 'access', token)) return;
  throw new PayPalError(
    401,
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to invalid authentication credentials or a missing Authorization header.',
  );
}

const signature = ({ config }: Sandbox, content: string): string =>
  createHmac('sha256', config.paypal.clientSecret).update(content).digest('base64url');
