/**
 * The parts of a Merkle tree that make up a proof (RFC 9162, section 2.1). Only full subtrees are stored, because they never
 * change as the tree grows. Any other part is made of a few full subtrees.
 */

/** The leaves from one index up to another, exclusive. */
export interface LeafRange {
  readonly from: number;
  readonly to: number;
}

/** A full subtree: the 2^`level` leaves from `index` × 2^`level` on. A leaf has level 0. */
export interface Subtree {
  readonly level: number;
  readonly index: number;
}

/** Returns the number of a subtree, counted from left to right, a parent between its children. Leaves have even numbers. */
export const positionOf = ({ level, index }: Subtree): number => (2 * index + 1) * 2 ** level - 1;

/** Returns the full subtrees that make up a range of a proof, from left to right, the largest first. */
export function subtreesOf({ from, to }: LeafRange): readonly Subtree[] {
  const subtrees: Subtree[] = [];
  for (let at = from; at < to;) {
    const level = levelWithin(to - at);
    subtrees.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return subtrees;
}

/** Returns the full subtrees that end with a leaf, so that appending the leaf completes them; the smallest first. */
export function subtreesCompletedBy(leafIndex: number): readonly Subtree[] {
  const completed: Subtree[] = [];
  for (let level = 1; (leafIndex + 1) % 2 ** level === 0; level += 1)
    completed.push({ level, index: (leafIndex + 1) / 2 ** level - 1 });
  return completed;
}

/** Returns the ranges whose hashes prove that a leaf is in a tree, in the order of the proof. */
export function inclusionRanges(leafIndex: number, treeSize: number): readonly LeafRange[] {
  const ranges: LeafRange[] = [];
  let [from, to] = [0, treeSize];
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    ranges.unshift(leafIndex < middle ? { from: middle, to } : { from, to: middle });
    if (leafIndex < middle) to = middle;
    else from = middle;
  }
  return ranges;
}

/** Returns the ranges whose hashes prove that a larger tree continues a smaller one, in the order of the proof. */
export function consistencyRanges(fromSize: number, toSize: number): readonly LeafRange[] {
  if (fromSize === 0 || fromSize === toSize) return [];
  const ranges: LeafRange[] = [];
  let [from, to] = [0, toSize];
  while (fromSize !== to) {
    const middle = from + splitOf(to - from);
    ranges.unshift(fromSize <= middle ? { from: middle, to } : { from, to: middle });
    if (fromSize <= middle) to = middle;
    else from = middle;
  }
  if (from > 0) ranges.unshift({ from, to }); // the reader knows the hash of a tree that begins with the first leaf
  return ranges;
}

/** Returns the largest power of two below a size. */
const splitOf = (size: number): number => 2 ** levelWithin(size - 1);

/** Returns the level of the largest full subtree with at most this many leaves. */
function levelWithin(leaves: number): number {
  let level = 0;
  while (2 ** (level + 1) <= leaves) level += 1;
  return level;
}
