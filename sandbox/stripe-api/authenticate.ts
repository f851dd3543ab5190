import { createHash, timingSafeEqual } from 'node:crypto';
import { StripeError } from '../stripe/stripe-error.ts';

/** Lets a call pass that carries the secret key, as bearer token or as the user name of Basic; else throws a 401. */
export function authenticate(authorization: string | undefined, secretKey: string): void {
  const given = keyIn(authorization);
  if (given === '') {
    throw new StripeError(
      401,
      'invalid_request_error',
      "You did not provide an API key. Send it in the Authorization header, as in 'Authorization: Bearer YOUR_SECRET_KEY'.",
    );
  }
  if (timingSafeEqual(digest(given), digest(secretKey))) return;
  throw new StripeError(
    401,
    'invalid_request_error',
    `Invalid API Key provided: ${given.slice(0, 8)}****${given.slice(-4)}`,
    {
      code: 'api_key_invalid',
    },
  );
}

function keyIn(authorization: string | undefined): string {
  const [scheme, credentials = ''] = (authorization ?? '').split(' ', 2);
  if (scheme?.toLowerCase() === 'bearer') return credentials.trim();
  if (scheme?.toLowerCase() !== 'basic') return '';
  return Buffer.from(credentials, 'base64').toString('utf8').split(':', 1)[0] ?? '';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
