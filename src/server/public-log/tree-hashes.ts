import { hash } from 'node:crypto';
import { joinBytes } from '#domain/public-log/bytes.ts';
import {
  consistencyRanges,
  inclusionRanges,
  positionOf,
  subtreesOf,
  type LeafRange,
  type Subtree,
} from '#domain/public-log/subtrees.ts';
import { leafPrefix, nodePrefix } from '#domain/public-log/verify-tree.ts';
import type { Queryable } from '#server/db/database.ts';
import { preparedList } from '#server/db/fast-reads/prepared.ts';

export const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');

export const hashLeaf = (commitment: Uint8Array): Uint8Array => sha256(joinBytes(leafPrefix, commitment));

export const hashChildren = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(joinBytes(nodePrefix, left, right));

/** Computes the hash of a range from the hashes of its full subtrees, from left to right. */
export const joinSubtrees = (hashes: readonly Uint8Array[]): Uint8Array =>
  hashes.reduceRight((right, left) => hashChildren(left, right));

/** Reads the hashes that prove that a leaf is among the first `treeSize` leaves. The log has at least that many leaves. */
export const readInclusionProof = (db: Queryable, leafIndex: number, treeSize: number): Promise<Uint8Array[]> =>
  readRangeHashes(db, inclusionRanges(leafIndex, treeSize));

/** Reads the hashes that prove that the tree of `to` leaves continues the tree of `from` leaves. */
export const readConsistencyProof = (db: Queryable, from: number, to: number): Promise<Uint8Array[]> =>
  readRangeHashes(db, consistencyRanges(from, to));

/** The root of a tree without leaves (RFC 9162, 2.1.1). */
export const emptyRootHash = sha256(new Uint8Array());

/** Computes the root of the tree of the first `treeSize` leaves. */
export async function readRootHash(db: Queryable, treeSize: number): Promise<Uint8Array> {
  if (treeSize === 0) return emptyRootHash;
  const [root] = await readRangeHashes(db, [{ from: 0, to: treeSize }]);
  if (!root) throw new TypeError('a tree has a root');
  return root;
}

async function readRangeHashes(db: Queryable, ranges: readonly LeafRange[]): Promise<Uint8Array[]> {
  const parts = ranges.map((range) => subtreesOf(range));
  const hashes = await readSubtreeHashes(db, parts.flat());
  let at = 0;
  return parts.map(({ length }) => joinSubtrees(hashes.slice(at, (at += length))));
}

/** Reads the hashes of full subtrees. Computes the hashes of single leaves from their commitments. */
export async function readSubtreeHashes(db: Queryable, subtrees: readonly Subtree[]): Promise<Uint8Array[]> {
  const positions = subtrees.map(positionOf);
  const leaves = positions.filter((position) => position % 2 === 0).map((position) => ({ index: position / 2 }));
  const nodes = positions.filter((position) => position % 2 === 1).map((position) => ({ position }));
  const found = new Map<number, Uint8Array>();
  if (leaves.length > 0)
    for (const leaf of await findLeaves(db, leaves)) found.set(leaf.leaf_index * 2, hashLeaf(leaf.commitment));
  if (nodes.length > 0) for (const node of await findNodes(db, nodes)) found.set(node.position, node.hash);
  return positions.map((position) => {
    const stored = found.get(position);
    if (!stored) throw new RangeError(`the log has no subtree at ${position}`);
    return stored;
  });
}

const findLeaves = preparedList((db, leaves: readonly { readonly index: number }[]) =>
  db
    .selectFrom('log_leaves')
    .select(['leaf_index', 'commitment'])
    .where(
      'leaf_index',
      'in',
      leaves.map(({ index }) => index),
    ),
);

const findNodes = preparedList((db, nodes: readonly { readonly position: number }[]) =>
  db
    .selectFrom('log_nodes')
    .selectAll()
    .where(
      'position',
      'in',
      nodes.map(({ position }) => position),
    ),
);
