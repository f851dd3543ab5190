import { sql } from 'kysely';
import { toHex } from '#domain/public-log/bytes.ts';
import { receiptProofFormat, type ReceiptProof } from '#domain/public-log/receipt-proof.ts';
import { promiseBytes } from '#domain/public-log/signed-texts.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { commitToEntries } from './commit-to-entries.ts';
import { withLogLock } from './log-lock.ts';
import type { LoggedTransaction } from './read-entries.ts';
import { ensureSigningKey } from './signing-keys.ts';
import { readHeadWith, toSignedHead } from './tree-heads.ts';
import { readInclusionProof } from './tree-hashes.ts';

type LogDeps = Pick<Deps, 'db' | 'encryption' | 'random' | 'clock'>;

/**
 * Creates the proof of a donation: of its inclusion in the public log or, before that, a signed promise. Returns undefined if
 * there is no such donation, if its donor was erased, or if the key that would sign the promise cannot be read.
 */
export async function proveDonation(deps: LogDeps, donationId: string): Promise<ReceiptProof | undefined> {
  const settlement = await findSettlement(deps.db.read, donationId);
  if (!settlement) return undefined;
  const proven = await proveInclusion(deps.db.read, settlement);
  return proven ?? inTransaction(deps.db, (tx) => withLogLock(tx, () => promiseInclusion(deps, tx, settlement)));
}

const findSettlement = (db: Queryable, donationId: string): Promise<LoggedTransaction | undefined> =>
  db
    .selectFrom('donations')
    .innerJoin('ledger_transactions as posted', (join) =>
      join.on(sql<boolean>`posted.cause = 'settlement:' || donations.intent_id`),
    )
    .select(['posted.id', 'posted.cause'])
    .where('donations.id', '=', donationId)
    .executeTakeFirst();

/** Creates the proof of a ledger transaction's entry. Returns undefined if the entry is not in the log yet, or was erased. */
export async function proveInclusion(
  db: Queryable,
  { id }: Pick<LoggedTransaction, 'id'>,
): Promise<ReceiptProof | undefined> {
  const leaf = await db
    .selectFrom('log_leaves')
    .innerJoin('log_commitments', 'log_commitments.transaction_id', 'log_leaves.transaction_id')
    .select(['leaf_index', 'salt', 'entry'])
    .where('log_leaves.transaction_id', '=', id)
    .executeTakeFirst();
  const head = leaf && (await readHeadWith(db, leaf.leaf_index));
  if (!head || leaf.salt === null || leaf.entry === null) return undefined;
  const { public_key: publicKey } = await db
    .selectFrom('log_keys')
    .select('public_key')
    .where('key_id', '=', head.key_id)
    .executeTakeFirstOrThrow();
  const hashes = await readInclusionProof(db, leaf.leaf_index, head.tree_size);
  return {
    format: receiptProofFormat,
    entry: leaf.entry,
    salt: toHex(leaf.salt),
    publicKey: toHex(publicKey),
    evidence: {
      kind: 'inclusion',
      leafIndex: leaf.leaf_index,
      hashes: hashes.map((hash) => toHex(hash)),
      head: toSignedHead(head),
    },
  };
}

/** The promised time until an entry is in the log. It usually takes less than a minute. */
const promisedMs = 24 * 60 * 60 * 1000;

async function promiseInclusion(
  deps: LogDeps,
  tx: Tx,
  transaction: LoggedTransaction,
): Promise<ReceiptProof | undefined> {
  const key = await ensureSigningKey(deps, tx);
  const [committed] = key ? await commitToEntries(deps, tx, [transaction]) : [];
  if (!key || !committed || committed.salt === null || committed.entry === null) return undefined;
  const includedBy = new Date(Date.parse(committed.committed_at) + promisedMs).toISOString();
  const { keyId } = key;
  const signature = key.sign(promiseBytes({ commitment: toHex(committed.commitment), includedBy, keyId }));
  return {
    format: receiptProofFormat,
    entry: committed.entry,
    salt: toHex(committed.salt),
    publicKey: toHex(key.publicKey),
    evidence: { kind: 'promise', includedBy, keyId, signature: toHex(signature) },
  };
}
