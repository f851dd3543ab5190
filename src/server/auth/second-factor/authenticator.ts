import { Secret, TOTP } from 'otpauth';
import { brand } from '#domain/brand.ts';
import type { Random } from '#server/deps.ts';

/** A secret of 160 bits in base32, as long as the hash that it is used with (RFC 4226, 4). */
export const newSecret = (random: Random): string => toBase32(random.bytes(20));

/** Base32 without padding (RFC 4648): letters and digits that are easy to copy by hand. */
export const toBase32 = (bytes: Uint8Array): string => new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32;

/** The secret as the `otpauth:` address in the QR code. */
export const authenticatorUri = (secret: string, username: string): string =>
  authenticator(secret, username).toString();

/**
 * The time step of a code, counted in half minutes since 1970: the current step or a neighbor, because clocks differ and
 * people type slowly (RFC 6238, 5.2). Undefined for any other text.
 */
export function timeStepOf(secret: string, code: string, now: Date): number | undefined {
  const digits = code.replaceAll(/\s/g, ''); // authenticators show two groups of three
  if (!/^[0-9]{6}$/.test(digits)) return undefined; // the library compares bytes, and digits of other scripts take several
  const delta = authenticator(secret).validate({ token: digits, timestamp: now.getTime(), window: 1 });
  return delta === null ? undefined : Math.floor(now.getTime() / stepMs) + delta;
}

const stepMs = 30_000;

/** The settings that every authenticator app assumes: SHA-1, six digits, half a minute. */
const authenticator = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: brand.name, label, secret, algorithm: 'SHA1', digits: 6, period: stepMs / 1000 });
