import type { Random } from './deps.ts';

/** Prefix that says what an id names, so that a log line explains itself. */
export type IdPrefix = 'int' | 'don' | 'ltx' | 'out' | 'rec';

/** A new id with 128 random bits: `don_` and 26 letters and digits that cannot be mistaken for each other. */
export function newId(prefix: IdPrefix, random: Random): string {
  let bits = random.bytes(16).reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
  let text = '';
  for (let digit = 0; digit < 26; digit += 1) {
    text = alphabet.charAt(Number(bits & 31n)) + text;
    bits >>= 5n;
  }
  return `${prefix}_${text}`;
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'; // Crockford's base 32

/** Whether a text has the shape of an id of ours; anything else cannot name a row. */
export const isId = (prefix: IdPrefix, text: string): boolean =>
  new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`).test(text);
