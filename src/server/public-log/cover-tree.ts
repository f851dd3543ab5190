import { setImmediate as letOthersRun } from 'node:timers/promises';
import { hashBytes } from '#domain/public-log/receipt-proof.ts';
import { subtreesOf, type LeafRange } from '#domain/public-log/subtrees.ts';
import type { Queryable } from '#server/db/database.ts';
import { emptyRootHash, hashChildren, hashLeaf, joinSubtrees } from './tree-hashes.ts';

/** The Merkle tree of the sorted commitments to what a payout covers. */
export interface CoverTree {
  readonly leaves: number;
  readonly rootHash: Uint8Array;
  /** Finds the index of a commitment; -1 if the tree does not have it. */
  indexOf(commitment: Uint8Array): number;
  /** Returns the hash of a range of leaves that a proof needs. */
  hashOf(range: LeafRange): Uint8Array;
}

/** Creates the tree of commitments in any order. Other requests are served between the parts of the work. */
export async function createCoverTree(commitments: readonly Uint8Array[]): Promise<CoverTree> {
  const sorted = commitments.toSorted((left, right) => Buffer.compare(left, right));
  const levels = [await hashLeaves(sorted)];
  for (let below = levels[0]; below && below.length > hashBytes; below = levels.at(-1))
    levels.push(await hashPairs(below));
  const hashOf = (range: LeafRange): Uint8Array =>
    joinSubtrees(subtreesOf(range).map(({ level, index }) => hashAt(levels[level], index)));
  return {
    leaves: commitments.length,
    rootHash: commitments.length === 0 ? emptyRootHash : hashOf({ from: 0, to: commitments.length }),
    indexOf: (commitment) => {
      const at = levels[0]?.indexOf(hashLeaf(commitment)) ?? -1;
      return at === -1 ? -1 : at / hashBytes;
    },
    hashOf,
  };
}

const hashLeaves = (sorted: readonly Uint8Array[]): Promise<Buffer> =>
  hashInTurns(sorted.length, (index) => hashLeaf(sorted[index] ?? new Uint8Array()));

/** Hashes the pairs of a level. If the level has an odd number of hashes, the last one is not in a pair. */
const hashPairs = (below: Buffer): Promise<Buffer> =>
  hashInTurns(Math.floor(below.length / hashBytes / 2), (pair) =>
    hashChildren(hashAt(below, 2 * pair), hashAt(below, 2 * pair + 1)),
  );

/** Computes `count` hashes, one after another. Serves other requests in between. */
async function hashInTurns(count: number, hashOf: (index: number) => Uint8Array): Promise<Buffer> {
  const hashes = Buffer.alloc(count * hashBytes);
  for (let index = 0; index < count; index += 1) {
    hashes.set(hashOf(index), index * hashBytes);
    if (index % hashesPerTurn === hashesPerTurn - 1) await letOthersRun();
  }
  return hashes;
}

const hashesPerTurn = 1000;

const hashAt = (level: Buffer | undefined, index: number): Uint8Array =>
  level?.subarray(index * hashBytes, (index + 1) * hashBytes) ?? new Uint8Array();

/** Reads the tree of a payout. */
export type ReadCoverTree = (db: Queryable, payoutId: string) => Promise<CoverTree>;

/** Caches the trees that were requested last. After a payout is paid, what it covers does not change. */
export function cacheCoverTrees(read: ReadCoverTree, leavesMax: number): ReadCoverTree {
  const kept = new Map<string, CoverTree>();
  const reading = new Map<string, Promise<CoverTree>>();
  const keep = (payoutId: string, tree: CoverTree): CoverTree => {
    kept.delete(payoutId);
    kept.set(payoutId, tree); // the map is in the order of last use
    let leaves = [...kept.values()].reduce((sum, one) => sum + one.leaves, 0);
    for (const [oldest, { leaves: fewer }] of kept) {
      if (leaves <= leavesMax || kept.size === 1) break;
      kept.delete(oldest);
      leaves -= fewer;
    }
    return tree;
  };
  return async (db, payoutId) => {
    const known = kept.get(payoutId);
    if (known) return keep(payoutId, known);
    const begun =
      reading.get(payoutId) ??
      read(db, payoutId)
        .then((tree) => keep(payoutId, tree))
        .finally(() => reading.delete(payoutId));
    reading.set(payoutId, begun);
    return begun;
  };
}
