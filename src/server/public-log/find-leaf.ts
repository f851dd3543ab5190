import * as z from 'zod';
import type { Queryable } from '#server/db/database.ts';
import { readHeadWith } from './tree-heads.ts';

/** A leaf, and the first signed head that includes it. */
export interface FoundLeaf {
  readonly leafIndex: number;
  readonly treeSize: number;
  readonly signedAt: string;
}

/** Finds the leaf of a ledger transaction; undefined until a signed head includes it. */
export async function findLeaf(db: Queryable, transactionId: string): Promise<FoundLeaf | undefined> {
  const leaf = await db
    .selectFrom('log_leaves')
    .select('leaf_index')
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst();
  const head = leaf && (await readHeadWith(db, leaf.leaf_index));
  return head && { leafIndex: leaf.leaf_index, treeSize: head.tree_size, signedAt: head.signed_at };
}

/** Finds the leaf of a payout, with the number of donations and reversals that it names. */
export async function findPayoutLeaf(
  db: Queryable,
  payoutId: string,
): Promise<(FoundLeaf & { readonly covered: number }) | undefined> {
  const committed = await db
    .selectFrom('ledger_transactions as posted')
    .innerJoin('log_commitments', 'log_commitments.transaction_id', 'posted.id')
    .select(['posted.id', 'entry'])
    .where('posted.cause', '=', `payout:${payoutId}`)
    .executeTakeFirst();
  if (!committed || committed.entry === null) return undefined;
  const leaf = await findLeaf(db, committed.id);
  const { covers } = payoutEntry.parse(JSON.parse(committed.entry));
  return leaf && { ...leaf, covered: covers.leaves };
}

const payoutEntry = z.object({ covers: z.object({ leaves: z.int() }) });
