import { isSameBytes, joinBytes, type Sha256 } from './bytes.ts';

export interface InclusionClaim {
  readonly leafIndex: number;
  readonly treeSize: number;
  /** The leaf's commitment. */
  readonly commitment: Uint8Array;
  /** The inclusion proof. */
  readonly hashes: readonly Uint8Array[];
  readonly rootHash: Uint8Array;
}

export interface ConsistencyClaim {
  readonly from: TreeRoot;
  readonly to: TreeRoot;
  /** The consistency proof. */
  readonly hashes: readonly Uint8Array[];
}

export interface TreeRoot {
  readonly treeSize: number;
  readonly rootHash: Uint8Array;
}

/** The largest tree size. Proofs from larger trees are refused. */
export const treeSizeMax = 2 ** 40;

/** Returns true if an inclusion proof leads from a leaf to the root (RFC 9162, 2.1.3.2). */
export async function verifyInclusion(
  sha256: Sha256,
  { leafIndex, treeSize, commitment, hashes, rootHash }: InclusionClaim,
): Promise<boolean> {
  if (!isSize(treeSize) || !isSize(leafIndex) || leafIndex >= treeSize) return false;
  let [node, last] = [leafIndex, treeSize - 1];
  let root = await hashLeaf(sha256, commitment);
  for (const hash of hashes) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      root = await hashChildren(sha256, hash, root);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else root = await hashChildren(sha256, root, hash);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && isSameBytes(root, rootHash);
}

/** Returns true if a consistency proof shows that one tree continues the other (RFC 9162, 2.1.4.2). */
export async function verifyConsistency(sha256: Sha256, { from, to, hashes }: ConsistencyClaim): Promise<boolean> {
  if (!isSize(from.treeSize) || !isSize(to.treeSize) || from.treeSize > to.treeSize) return false;
  if (from.treeSize === to.treeSize) return hashes.length === 0 && isSameBytes(from.rootHash, to.rootHash);
  if (from.treeSize === 0) return hashes.length === 0 && isSameBytes(from.rootHash, await sha256(new Uint8Array()));
  const [first, ...rest] = isPowerOfTwo(from.treeSize) ? [from.rootHash, ...hashes] : hashes;
  if (!first) return false;
  let [node, last] = [from.treeSize - 1, to.treeSize - 1];
  while (isOdd(node)) [node, last] = [half(node), half(last)];
  let [fromRoot, toRoot] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      fromRoot = await hashChildren(sha256, hash, fromRoot);
      toRoot = await hashChildren(sha256, hash, toRoot);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else toRoot = await hashChildren(sha256, toRoot, hash);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && isSameBytes(fromRoot, from.rootHash) && isSameBytes(toRoot, to.rootHash);
}

const hashLeaf = (sha256: Sha256, commitment: Uint8Array): Promise<Uint8Array> =>
  sha256(joinBytes(leafPrefix, commitment));

const hashChildren = (sha256: Sha256, left: Uint8Array, right: Uint8Array): Promise<Uint8Array> =>
  sha256(joinBytes(nodePrefix, left, right));

/** Leaves and nodes are hashed differently, so that neither can pass for the other. */
export const leafPrefix = Uint8Array.of(0);
export const nodePrefix = Uint8Array.of(1);

const isSize = (value: number): boolean => Number.isSafeInteger(value) && value >= 0 && value <= treeSizeMax;
const isOdd = (value: number): boolean => value % 2 === 1;
const half = (value: number): number => (value - (value % 2)) / 2;

function isPowerOfTwo(value: number): boolean {
  let rest = value;
  while (rest % 2 === 0) rest /= 2;
  return rest === 1;
}
