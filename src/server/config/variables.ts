import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import * as z from 'zod/mini';

/** Keeps the product from starting. Its message is one sentence for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** A port number in decimal digits; `name` is the variable, for the error message. */
export const port = (name: string) =>
  z.pipe(
    z.pipe(
      z.string().check(z.regex(/^\d+$/, { error: `${name} must be a port number` })), // no 0x10, no 1e3
      z.transform(Number),
    ),
    z
      .number({ error: `${name} must be 65535 or less` }) // so many digits that the number is Infinity
      .check(
        z.gte(1, { error: `${name} must be 1 or more` }),
        z.lte(65_535, { error: `${name} must be 65535 or less` }),
      ),
  );

/** A number of seconds from 0 to `max`. */
export const seconds = (name: string, max: number) => {
  const error = `${name} must be a number of seconds from 0 to ${max}`;
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^\d+(\.\d+)?$/, { error })), z.transform(Number)),
    z.number().check(z.lte(max, { error })),
  );
};

/** A whole number in decimal digits. */
export const wholeNumber = (name: string, { min, max }: { readonly min: number; readonly max: number }) => {
  const error = `${name} must be a whole number from ${min} to ${max}`;
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^\d+$/, { error })), z.transform(Number)),
    z.number({ error }).check(z.gte(min, { error }), z.lte(max, { error })),
  );
};

export const webAddress = (name: string) =>
  z.url({ protocol: /^https?$/, error: `${name} must be an address that begins with http:// or https://` });

/** An address that this server reads from. It must be encrypted unless it is on this machine. */
export const sourceAddress = (name: string) =>
  z.pipe(
    webAddress(name).check(
      z.refine((text) => URL.canParse(text) && isSafeSource(new URL(text)), {
        error: `${name} must begin with https:// unless it is on this machine, and must have no password`,
      }),
    ),
    z.transform((text) => new URL(text)),
  );

const isSafeSource = ({ protocol, hostname, username, password }: URL): boolean =>
  (protocol === 'https:' || isLoopback(hostname)) && username === '' && password === '';

export const onOrOff = (name: string) => z.enum(['on', 'off'], { error: `${name} must be on or off` });

/** A token that cannot be guessed and fits into a header. */
export const bearerToken = (name: string) =>
  z.string().check(
    z.refine((token) => /^[\x21-\x7e]{16,}$/.test(token) && new Set(token).size >= 8, {
      error: `${name} must be at least 16 characters, 8 of them different, without spaces: use the output of openssl rand -hex 32`,
    }),
  );

/** Keys of 32 bytes in base64, separated by commas or white space. Undefined for anything else. */
export function parseSecretKeys(text: string): Uint8Array[] | undefined {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  const areKeys = parts.length > 0 && parts.every((part) => /^[\w+/-]{43}=?$/.test(part));
  if (!areKeys) return undefined;
  return parts.map((part) => Buffer.from(part, 'base64'));
}

export const secretKeyList = (name: string) =>
  z.pipe(
    z.string(),
    z.transform((text, context): Uint8Array[] => {
      const keys = parseSecretKeys(text);
      const message = `${name} must be 32 bytes in base64: use the output of openssl rand -base64 32`;
      if (!keys) context.issues.push({ code: 'custom', message, input: name });
      return keys ?? [];
    }),
  );

/** Multiplies limits; 1 unless it is set. */
export const factor = (name: string) =>
  z._default(
    z.coerce.number({ error: `${name} must be a number` }).check(z.gte(1, { error: `${name} must be 1 or more` })),
    1,
  );

/** An email address that needs no escaping in HTML, JSON or a `mailto:` link. */
export const plainEmail = (name: string) =>
  z.email({ pattern: /^[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/, error: `${name} must be an email address` });

/** Returns true if a host name means this machine. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);

/** A comma-separated list of trusted proxies: addresses, networks, or Fastify's names for local networks. */
export const proxyList = z.pipe(
  z.string(),
  z.pipe(
    z.transform((list: string) =>
      list
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
    z.array(z.string()).check(
      z.refine((parts) => parts.every(isProxyAddress), {
        error: 'TRUST_PROXY must name addresses such as 10.0.0.1 or 10.0.0.0/8, separated by commas, or loopback',
      }),
    ),
  ),
);

/** Returns true if Fastify accepts this part. It would refuse anything else with a stack trace. */
function isProxyAddress(part: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(part) || isIP(part) !== 0) return true;
  const isNetwork = ipaddr.IPv4.isValidCIDRFourPartDecimal(part) || ipaddr.IPv6.isValidCIDR(part);
  return isNetwork && ipaddr.parseCIDR(part)[1] > 0;
}
