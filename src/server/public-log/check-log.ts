import { createPublicKey, verify } from 'node:crypto';
import { sql } from 'kysely';
import { isSameBytes, toHex } from '#domain/public-log/bytes.ts';
import { committedBytes } from '#domain/public-log/log-entry.ts';
import { headBytes } from '#domain/public-log/signed-texts.ts';
import { positionOf, subtreesCompletedBy, type Subtree } from '#domain/public-log/subtrees.ts';
import type { Queryable } from '#server/db/database.ts';
import type { LogHeadRow } from '#server/db/tables.ts';
import { hasNoLeaf, isLogged } from './logged-transactions.ts';
import { emptyRootHash, hashChildren, hashLeaf, joinSubtrees, sha256 } from './tree-hashes.ts';

export interface LogFinding {
  /** The broken rule, in words. */
  readonly rule: string;
  /** What breaks it: the index of a leaf, the size of a tree head, the position of a node or the cause of a transaction. */
  readonly subject: string;
}

const rules = {
  numbering: 'leaves are numbered without gaps',
  commitment: 'a leaf has the commitment that was made',
  entry: 'a commitment matches its entry',
  node: 'a stored subtree has the hash of its leaves',
  root: 'a tree head has the root of its leaves',
  signature: 'a tree head is signed with its key',
  missing: 'a transaction posted before the hour of the last head has a leaf',
} as const;

/** Checks the whole public log against the ledger and itself; an empty list means that it is correct. */
export async function checkLog(db: Queryable): Promise<LogFinding[]> {
  const findings: LogFinding[] = [];
  const report = (rule: keyof typeof rules, subject: string | number) =>
    findings.push({ rule: rules[rule], subject: String(subject) });
  const heads = await readHeads(db, report);
  const edge: Uint8Array[] = []; // the hashes of the full subtrees so far, the smallest last
  let treeSize = 0;
  const checkHead = () => {
    const head = heads.get(treeSize);
    const root = treeSize === 0 ? emptyRootHash : joinSubtrees(edge);
    if (head && !isSameBytes(head.root_hash, root)) report('root', treeSize);
    heads.delete(treeSize);
  };
  checkHead();
  for (;;) {
    const page = await readLeaves(db, treeSize);
    const completed: { readonly subtree: Subtree; readonly hash: Uint8Array }[] = [];
    for (const leaf of page) {
      if (leaf.leaf_index !== treeSize) report('numbering', leaf.leaf_index);
      if (!leaf.original || !isSameBytes(leaf.commitment, leaf.original)) report('commitment', leaf.leaf_index);
      if (leaf.salt && leaf.entry !== null && !isCommitmentTo(leaf.commitment, leaf.salt, leaf.entry))
        report('entry', leaf.leaf_index);
      let hash = hashLeaf(leaf.commitment);
      for (const subtree of subtreesCompletedBy(treeSize)) {
        hash = hashChildren(edge.pop() ?? hash, hash);
        completed.push({ subtree, hash });
      }
      edge.push(hash);
      treeSize += 1;
      checkHead();
    }
    for (const position of await findWrongNodes(db, completed)) report('node', position);
    if (page.length < pageSize) break;
  }
  for (const size of heads.keys()) report('root', size);
  for (const cause of await findMissing(db)) report('missing', cause);
  return findings;
}

const isCommitmentTo = (commitment: Uint8Array, salt: Uint8Array, entry: string): boolean =>
  isSameBytes(commitment, sha256(committedBytes(salt, entry)));

const pageSize = 500;

const readLeaves = (db: Queryable, from: number) =>
  db
    .selectFrom('log_leaves')
    .leftJoin('log_commitments', 'log_commitments.transaction_id', 'log_leaves.transaction_id')
    .select(['leaf_index', 'log_leaves.commitment', 'log_commitments.commitment as original', 'salt', 'entry'])
    .where('leaf_index', '>=', from)
    .orderBy('leaf_index')
    .limit(pageSize)
    .execute();

/** Reads the tree heads by size. Reports those with a wrong signature. */
async function readHeads(
  db: Queryable,
  report: (rule: 'signature', subject: number) => unknown,
): Promise<Map<number, Pick<LogHeadRow, 'root_hash'>>> {
  const rows = await db
    .selectFrom('log_heads')
    .innerJoin('log_keys', 'log_keys.key_id', 'log_heads.key_id')
    .selectAll('log_heads')
    .select('public_key')
    .orderBy('tree_size')
    .execute();
  for (const row of rows) {
    const message = headBytes({
      treeSize: row.tree_size,
      rootHash: toHex(row.root_hash),
      signedAt: row.signed_at,
      keyId: row.key_id,
    });
    const key = createPublicKey({ key: Buffer.concat([spkiStart, row.public_key]), format: 'der', type: 'spki' });
    if (!verify(null, message, key, row.signature)) report('signature', row.tree_size);
  }
  return new Map(rows.map((row) => [row.tree_size, row]));
}

/** The first bytes of an Ed25519 public key in DER (RFC 8410). */
const spkiStart = Buffer.from('302a300506032b6570032100', 'hex');

async function findWrongNodes(
  db: Queryable,
  expected: readonly { readonly subtree: Subtree; readonly hash: Uint8Array }[],
): Promise<number[]> {
  if (expected.length === 0) return [];
  const positions = expected.map(({ subtree }) => positionOf(subtree));
  const rows = await db.selectFrom('log_nodes').selectAll().where('position', 'in', positions).execute();
  const stored = new Map(rows.map(({ position, hash }) => [position, hash]));
  return expected.flatMap(({ hash }, index) => {
    const position = positions[index] ?? 0;
    const found = stored.get(position);
    return found && isSameBytes(found, hash) ? [] : [position];
  });
}

/** Finds the causes of the ledger transactions that should have a leaf by now and do not. */
async function findMissing(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ cause: string }>`
    select posted.cause from ledger_transactions posted
    where posted.posted_at < (select substr(max(signed_at), 1, 13) from log_heads)
      and ${isLogged} and ${hasNoLeaf}
    order by posted.cause`.execute(db);
  return rows.map(({ cause }) => cause);
}
