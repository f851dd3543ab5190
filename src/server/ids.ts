import { randomBytes } from 'node:crypto';
import type { Random } from './deps.ts';

/** Says what an id names, so that log lines can be read without looking it up. */
export type IdPrefix =
  | 'int'
  | 'don'
  | 'ltx'
  | 'out'
  | 'rec'
  | 'usr'
  | 'lgf'
  | 'unm'
  | 'msg'
  | 'rpl'
  | 'sub'
  | 'pln'
  | 'ins'
  | 'req'
  | 'bat'
  | 'pay'
  | 'bac'
  | 'aud'
  | 'apr'
  | 'inv'
  | 'nte'
  | 'tok'
  | 'nwl'
  | 'whk'
  | 'whd'
  | 'evt';

/** A new id with 128 random bits: `don_` and 26 characters of Crockford's base 32. */
export function newId(prefix: IdPrefix, random: Random): string {
  let text = '';
  let pending = 0; // bits that are not written yet
  let pendingCount = 0;
  for (const byte of random.bytes(16).toReversed()) {
    pending |= byte << pendingCount;
    pendingCount += 8;
    for (; pendingCount >= 5; pendingCount -= 5) {
      text = alphabet.charAt(pending & 31) + text;
      pending >>= 5;
    }
  }
  return `${prefix}_${alphabet.charAt(pending)}${text}`;
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'; // no i, l, o or u

/** Returns true if a text has the form of an id; nothing else needs to be looked up. */
export const isId = (prefix: IdPrefix, text: string): boolean =>
  new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`).test(text);

/** A secret of 256 bits, for a cookie or a link. */
export const newToken = (random: Random): string => Buffer.from(random.bytes(32)).toString('base64url');

/** Returns true if a text has the form of such a secret; nothing else needs to be looked up. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/**
 * Random bytes from the operating system, fetched 4 kB at a time: an id takes 0.4 µs of processor time, against 2.5 µs when its
 * 16 bytes are fetched alone. No byte is returned twice.
 */
export function systemRandom(): Random {
  let fetched = randomBytes(fetchedBytes);
  let used = 0;
  return {
    bytes: (count) => {
      if (count > fetched.length - used) {
        fetched = randomBytes(Math.max(count, fetchedBytes));
        used = 0;
      }
      used += count;
      return fetched.subarray(used - count, used);
    },
  };
}

const fetchedBytes = 4096;
