import { positionOf, subtreesCompletedBy, subtreesOf } from '#domain/public-log/subtrees.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import type { LogLeafRow, LogNodeRow } from '#server/db/tables.ts';
import { hashChildren, hashLeaf, readSubtreeHashes } from './tree-hashes.ts';

/** Reads the number of leaves in the public log. */
export async function readTreeSize(db: Queryable): Promise<number> {
  const last = await db
    .selectFrom('log_leaves')
    .select('leaf_index')
    .where('leaf_index', '>=', 0) // makes SQLite search the index instead of scanning the table
    .orderBy('leaf_index', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? last.leaf_index + 1 : 0;
}

/** Appends leaves with the subtrees that they complete, and returns the new size. The caller holds the log's lock. */
export async function appendLeaves(
  tx: Tx,
  treeSize: number,
  leaves: readonly Omit<LogLeafRow, 'leaf_index'>[],
): Promise<number> {
  const edge = [...(await readSubtreeHashes(tx, subtreesOf({ from: 0, to: treeSize })))]; // the smallest subtrees come last
  const nodes: LogNodeRow[] = [];
  const rows = leaves.map((leaf, offset) => {
    const index = treeSize + offset;
    let hash = hashLeaf(leaf.commitment);
    for (const completed of subtreesCompletedBy(index)) {
      const left = edge.pop();
      if (!left) throw new TypeError(`the log has no subtree to the left of leaf ${index}`);
      hash = hashChildren(left, hash);
      nodes.push({ position: positionOf(completed), hash });
    }
    edge.push(hash);
    return { leaf_index: index, ...leaf };
  });
  if (rows.length > 0) await tx.insertInto('log_leaves').values(rows).execute();
  if (nodes.length > 0) await tx.insertInto('log_nodes').values(nodes).execute();
  return treeSize + rows.length;
}
