import { committedBytes, saltBytes } from '#domain/public-log/log-entry.ts';
import type { Tx } from '#server/db/database.ts';
import type { LogCommitmentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { readEntries, type LoggedTransaction } from './read-entries.ts';
import { sha256 } from './tree-hashes.ts';

/**
 * Returns the commitments to ledger transactions, in the order of the transactions, and creates the missing ones. A commitment
 * is created only once, so a promise about it stays true. The caller holds the public log's lock.
 */
export async function commitToEntries(
  deps: Pick<Deps, 'random' | 'clock'>,
  tx: Tx,
  transactions: readonly LoggedTransaction[],
): Promise<LogCommitmentRow[]> {
  const known = new Map((await findCommitments(tx, transactions)).map((row) => [row.transaction_id, row]));
  const missing = transactions.filter(({ id }) => !known.has(id));
  const committedAt = deps.clock.now().toISOString();
  const added = (await readEntries(tx, missing)).map(({ transactionId, text, isErased }): LogCommitmentRow => {
    const salt = Uint8Array.from(deps.random.bytes(saltBytes));
    return {
      transaction_id: transactionId,
      commitment: sha256(committedBytes(salt, text)),
      salt: isErased ? null : salt,
      entry: isErased ? null : text,
      committed_at: committedAt,
    };
  });
  if (added.length > 0) await tx.insertInto('log_commitments').values(added).execute();
  for (const row of added) known.set(row.transaction_id, row);
  return transactions.map(({ id, cause }) => {
    const row = known.get(id);
    if (!row) throw new TypeError(`${cause} has no donation or payout`);
    return row;
  });
}

async function findCommitments(tx: Tx, transactions: readonly LoggedTransaction[]): Promise<LogCommitmentRow[]> {
  if (transactions.length === 0) return [];
  return tx
    .selectFrom('log_commitments')
    .selectAll()
    .where(
      'transaction_id',
      'in',
      transactions.map(({ id }) => id),
    )
    .execute();
}
