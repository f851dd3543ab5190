import * as z from 'zod';
import type { Deps, Random } from '#server/deps.ts';
import { hashToken } from '#server/http/current-user.ts';
import { toBase32 } from './authenticator.ts';

/** New codes that each work once in an authenticator's place: 80 random bits, in fours so that people can copy them. */
export const newRecoveryCodes = (random: Random): string[] =>
  Array.from({ length: codesCount }, () =>
    toBase32(random.bytes(10))
      .toLowerCase()
      .replaceAll(/.{4}(?=.)/g, '$&-'),
  );

const codesCount = 10;

/** What is kept of recovery codes: as hashes, in a JSON list. */
export const hashRecoveryCodes = (codes: readonly string[]): string => JSON.stringify(codes.map(hashOfCode));

/** Typed with or without the dashes, in any case, it is the same code. */
const hashOfCode = (code: string): string => hashToken(code.toLowerCase().replaceAll(/[\s-]/g, ''));

/**
 * Uses up a recovery code; false when it is none of the account's, or was used. The list is replaced only where it is still
 * the one that was read: of two who come with the same code at once one has it.
 */
export async function takeRecoveryCode({ db }: Deps, userId: string, code: string): Promise<boolean> {
  const hash = hashOfCode(code);
  for (;;) {
    const factor = await db.write
      .selectFrom('second_factors')
      .select('recovery_hashes')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst();
    if (!factor) return false;
    const hashes = keptHashes.parse(JSON.parse(factor.recovery_hashes));
    if (!hashes.includes(hash)) return false;
    const { numUpdatedRows } = await db.write
      .updateTable('second_factors')
      .set({ recovery_hashes: JSON.stringify(hashes.filter((kept) => kept !== hash)) })
      .where('user_id', '=', userId)
      .where('recovery_hashes', '=', factor.recovery_hashes)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return true; // else somebody used another code meanwhile, and this one may still be there
  }
}

const keptHashes = z.array(z.string());
