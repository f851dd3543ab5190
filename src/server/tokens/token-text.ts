import { crc32 } from 'node:zlib';
import type { Random } from '#server/deps.ts';
import { isToken, newToken } from '#server/ids.ts';

/**
 * Creates an API token: `kb_`, 256 random bits and a checksum. Programs that search for leaked secrets recognize one by its
 * prefix and checksum, without asking us.
 */
export function newApiToken(random: Random): string {
  const secret = newToken(random);
  return `${prefix}${secret}${checksumOf(secret)}`;
}

/** Returns true if a text has the form of an API token; nothing else needs to be looked up. */
export function isApiToken(text: string): boolean {
  const secret = text.slice(prefix.length, -checksumLength);
  return text.startsWith(prefix) && isToken(secret) && text.endsWith(checksumOf(secret));
}

const prefix = 'kb_';
const checksumLength = 8;

const checksumOf = (secret: string): string => crc32(secret).toString(16).padStart(checksumLength, '0');
