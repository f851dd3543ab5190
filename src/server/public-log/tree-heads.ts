import { toHex } from '#domain/public-log/bytes.ts';
import { headBytes, type SignedTreeHead } from '#domain/public-log/signed-texts.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import type { LogHeadRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { ensureSigningKey } from './signing-keys.ts';
import { readRootHash } from './tree-hashes.ts';

/** Signs the tree head, unless it is already signed or the signing key cannot be read. The caller holds the public log's lock. */
export async function signHead(
  deps: Pick<Deps, 'encryption' | 'random' | 'clock'>,
  tx: Tx,
  treeSize: number,
): Promise<void> {
  const key = await ensureSigningKey(deps, tx);
  if (!key || (await readLatestHead(tx))?.tree_size === treeSize) return;
  const rootHash = await readRootHash(tx, treeSize);
  const signedAt = deps.clock.now().toISOString();
  const message = headBytes({ treeSize, rootHash: toHex(rootHash), signedAt, keyId: key.keyId });
  await tx
    .insertInto('log_heads')
    .values({
      tree_size: treeSize,
      root_hash: rootHash,
      signed_at: signedAt,
      key_id: key.keyId,
      signature: key.sign(message),
    })
    .execute();
}

export const readLatestHead = (db: Queryable): Promise<LogHeadRow | undefined> =>
  db
    .selectFrom('log_heads')
    .selectAll()
    .where('tree_size', '>=', 0) // makes SQLite search the index instead of scanning the table
    .orderBy('tree_size', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Finds the first head that includes a leaf, so that a proof of the leaf is always the same. */
export const readHeadWith = (db: Queryable, leafIndex: number): Promise<LogHeadRow | undefined> =>
  db
    .selectFrom('log_heads')
    .selectAll()
    .where('tree_size', '>', leafIndex)
    .orderBy('tree_size')
    .limit(1)
    .executeTakeFirst();

export const toSignedHead = (row: LogHeadRow): SignedTreeHead => ({
  treeSize: row.tree_size,
  rootHash: toHex(row.root_hash),
  signedAt: row.signed_at,
  keyId: row.key_id,
  signature: toHex(row.signature),
});
