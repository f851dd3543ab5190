import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { decryptSecret, encryptSecret, type StoredSecret } from './stored-secret.ts';

type EncryptionDeps = Pick<Deps, 'db' | 'encryption' | 'log'>;

/**
 * Encrypts secrets with the current key: those that an earlier release stored unencrypted, and those encrypted with a former
 * key. One log line says how many cannot be read because their key is missing. Can be repeated, and can run in several servers
 * at the same time.
 */
export async function encryptSecondFactors(deps: EncryptionDeps): Promise<void> {
  const factors = await deps.db.read
    .selectFrom('second_factors')
    .select(['user_id', 'secret'])
    .where('secret', 'not like', `${deps.encryption.prefix}%`)
    .execute();
  for (let start = 0; start < factors.length; start += batchSize)
    await encryptBatch(deps, factors.slice(start, start + batchSize));
  const unreadable = factors.filter((factor) => decryptSecret(deps, factor) === undefined).length;
  if (unreadable > 0)
    deps.log.error({ unreadable }, 'second factors cannot be read, because their key is missing; needs review');
}

const batchSize = 200; // logins wait for the rows of one batch

const encryptBatch = (deps: EncryptionDeps, factors: readonly StoredSecret[]): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    for (const { user_id: userId, secret } of factors) {
      const decrypted = decryptSecret(deps, { user_id: userId, secret });
      if (decrypted === undefined) continue;
      await tx
        .updateTable('second_factors')
        .set({ secret: encryptSecret(deps, userId, decrypted) })
        .where('user_id', '=', userId)
        .where('secret', '=', secret) // it may have been replaced in between
        .execute();
    }
  });
