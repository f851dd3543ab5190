import * as z from 'zod';
import type { Deps, Random } from '#server/deps.ts';
import { hashToken } from '#server/http/current-user.ts';
import { toBase32 } from './authenticator.ts';

/** Codes that each replace the authenticator once: 80 random bits, in groups of four for easy copying. */
export const newRecoveryCodes = (random: Random): string[] =>
  Array.from({ length: codesCount }, () =>
    toBase32(random.bytes(10))
      .toLowerCase()
      .replaceAll(/.{4}(?=.)/g, '$&-'),
  );

const codesCount = 10;

/** The stored form of recovery codes: a JSON list of hashes. */
export const hashRecoveryCodes = (codes: readonly string[]): string => JSON.stringify(codes.map(hashOfCode));

/** Dashes, spaces and letter case make no difference. */
const hashOfCode = (code: string): string => hashToken(code.toLowerCase().replaceAll(/[\s-]/g, ''));

/**
 * Uses up a recovery code; false when the account has no such code, or it was used. The list is replaced only if it is still
 * the one that was read, so that only one of two simultaneous uses of a code succeeds.
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
    const hashes = storedHashes.parse(JSON.parse(factor.recovery_hashes));
    if (!hashes.includes(hash)) return false;
    const { numUpdatedRows } = await db.write
      .updateTable('second_factors')
      .set({ recovery_hashes: JSON.stringify(hashes.filter((stored) => stored !== hash)) })
      .where('user_id', '=', userId)
      .where('recovery_hashes', '=', factor.recovery_hashes)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return true; // otherwise another code was used in between, and this one may still be unused
  }
}

const storedHashes = z.array(z.string());
