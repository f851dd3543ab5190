import type { Random } from './deps.ts';

/** Prefix that says what an id names, so that a log line explains itself. */
export type IdPrefix = 'int' | 'don' | 'ltx' | 'out' | 'rec' | 'usr' | 'lgf' | 'unm' | 'msg' | 'rpl' | 'sub' | 'pln';

/** A new id with 128 random bits: `don_` and 26 letters and digits that cannot be mistaken for each other. */
export function newId(prefix: IdPrefix, random: Random): string {
  let text = '';
  let held = 0; // bits that are not written yet, and how many they are
  let heldCount = 0;
  for (const byte of random.bytes(16).toReversed()) {
    held |= byte << heldCount;
    heldCount += 8;
    for (; heldCount >= 5; heldCount -= 5) {
      text = alphabet.charAt(held & 31) + text;
      held >>= 5;
    }
  }
  return `${prefix}_${alphabet.charAt(held)}${text}`;
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'; // Crockford's base 32

/** Whether a text has the shape of an id of ours; anything else cannot name a row. */
export const isId = (prefix: IdPrefix, text: string): boolean =>
  new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`).test(text);
