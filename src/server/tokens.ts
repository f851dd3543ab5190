import type { Random } from './deps.ts';

/** A secret of 256 bits, for a cookie or a link. */
export const newToken = (random: Random): string => Buffer.from(random.bytes(32)).toString('base64url');

/** Whether a text has the shape of such a secret; anything else can name nobody, and need not be looked for. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);
