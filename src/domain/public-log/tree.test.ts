import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { consistencyRanges, inclusionRanges, positionOf, subtreesCompletedBy, subtreesOf } from './subtrees.ts';
import { leafPrefix, nodePrefix, verifyConsistency, verifyInclusion, type TreeRoot } from './verify-tree.ts';

const hash = (...parts: Uint8Array[]): Uint8Array => createHash('sha256').update(Buffer.concat(parts)).digest();
const sha256 = (bytes: Uint8Array): Promise<Uint8Array> => Promise.resolve(hash(bytes));

/** A slow and simple implementation that follows the definitions of RFC 9162 literally. */
const naive = {
  root(leaves: readonly Uint8Array[]): Uint8Array {
    const [only] = leaves;
    if (!only) return hash();
    if (leaves.length === 1) return hash(leafPrefix, only);
    const k = naive.split(leaves.length);
    return hash(nodePrefix, naive.root(leaves.slice(0, k)), naive.root(leaves.slice(k)));
  },
  split(size: number): number {
    let k = 1;
    while (k * 2 < size) k *= 2;
    return k;
  },
  path(m: number, leaves: readonly Uint8Array[]): Uint8Array[] {
    if (leaves.length === 1) return [];
    const k = naive.split(leaves.length);
    return m < k
      ? [...naive.path(m, leaves.slice(0, k)), naive.root(leaves.slice(k))]
      : [...naive.path(m - k, leaves.slice(k)), naive.root(leaves.slice(0, k))];
  },
  proof(m: number, leaves: readonly Uint8Array[], isComplete = true): Uint8Array[] {
    if (m === leaves.length) return isComplete ? [] : [naive.root(leaves)];
    const k = naive.split(leaves.length);
    return m <= k
      ? [...naive.proof(m, leaves.slice(0, k), isComplete), naive.root(leaves.slice(k))]
      : [...naive.proof(m - k, leaves.slice(k), false), naive.root(leaves.slice(0, k))];
  },
};

const sizeMax = 200;
const allLeaves = Array.from({ length: sizeMax }, (_, index) => hash(Buffer.from(`leaf ${index}`)));
const roots = Array.from({ length: sizeMax + 1 }, (_, size) => naive.root(allLeaves.slice(0, size)));
const rootAt = (treeSize: number): TreeRoot => ({ treeSize, rootHash: roots[treeSize]! });
const hashesByRange = new Map<string, Uint8Array>();
const hashOf = ({ from, to }: { from: number; to: number }): Uint8Array => {
  const hashed = hashesByRange.get(`${from} ${to}`) ?? naive.root(allLeaves.slice(from, to));
  hashesByRange.set(`${from} ${to}`, hashed);
  return hashed;
};

const flipBit = (bytes: Uint8Array, bit: number): Uint8Array =>
  bytes.map((byte, index) => (index === (bit >> 3) % bytes.length ? byte ^ (1 << (bit & 7)) : byte));

describe('an inclusion proof', () => {
  test('is accepted, with the hashes of the definition, for every leaf in every tree of up to 200 leaves', async () => {
    const refused: string[] = [];
    for (let treeSize = 1; treeSize <= sizeMax; treeSize += 1) {
      for (let leafIndex = 0; leafIndex < treeSize; leafIndex += 1) {
        const hashes = inclusionRanges(leafIndex, treeSize).map(hashOf);
        const claim = { leafIndex, treeSize, commitment: allLeaves[leafIndex]!, hashes, rootHash: roots[treeSize]! };
        if (!(await verifyInclusion(sha256, claim))) refused.push(`leaf ${leafIndex} of ${treeSize}`);
        if (treeSize % 20 === 7) expect(hashes).toEqual(naive.path(leafIndex, allLeaves.slice(0, treeSize)));
      }
    }
    expect(refused).toEqual([]);
  });

  const claims = fc
    .integer({ min: 1, max: sizeMax })
    .chain((treeSize) => fc.tuple(fc.constant(treeSize), fc.nat(treeSize - 1)))
    .map(([treeSize, leafIndex]) => ({
      leafIndex,
      treeSize,
      commitment: allLeaves[leafIndex]!,
      hashes: inclusionRanges(leafIndex, treeSize).map(hashOf),
      rootHash: roots[treeSize]!,
    }));

  test('is refused if any part of it is altered', async () => {
    await fc.assert(
      fc.asyncProperty(claims, fc.nat(255), fc.nat(), fc.nat(sizeMax), async (claim, bit, at, other) => {
        const { hashes } = claim;
        const index = hashes.length === 0 ? 0 : at % hashes.length;
        const changed = [
          { ...claim, commitment: flipBit(claim.commitment, bit) },
          { ...claim, rootHash: flipBit(claim.rootHash, bit) },
          { ...claim, hashes: [...hashes, hashes[0] ?? claim.rootHash] },
          ...(other === claim.leafIndex ? [] : [{ ...claim, leafIndex: other }]),
          ...(hashes.length === 0
            ? []
            : [
                { ...claim, hashes: hashes.with(index, flipBit(hashes[index]!, bit)) },
                { ...claim, hashes: hashes.toSpliced(index, 1) },
              ]),
        ];
        for (const one of changed) expect(await verifyInclusion(sha256, one)).toBe(false);
      }),
    );
  });

  test('is refused for impossible sizes and indexes', async () => {
    const claim = { commitment: allLeaves[0]!, hashes: [], rootHash: roots[1]! };
    for (const [leafIndex, treeSize] of [
      [0, 0],
      [1, 1],
      [-1, 1],
      [0.5, 1],
      [0, 1.5],
      [NaN, 1],
      [0, NaN],
      [0, Infinity],
      [0, 2 ** 53],
    ] as const)
      expect(await verifyInclusion(sha256, { ...claim, leafIndex, treeSize })).toBe(false);
    expect(await verifyInclusion(sha256, { ...claim, leafIndex: 0, treeSize: 1 })).toBe(true);
  });
});

describe('a consistency proof', () => {
  test('is accepted, with the hashes of the definition, between any two trees of up to 200 leaves', async () => {
    const refused: string[] = [];
    for (let to = 1; to <= sizeMax; to += 1) {
      for (let from = 0; from <= to; from += 1) {
        const hashes = consistencyRanges(from, to).map(hashOf);
        const isAccepted = await verifyConsistency(sha256, { from: rootAt(from), to: rootAt(to), hashes });
        if (!isAccepted) refused.push(`from ${from} to ${to}`);
        if (from > 0 && to % 20 === 7) expect(hashes).toEqual(naive.proof(from, allLeaves.slice(0, to)));
      }
    }
    expect(refused).toEqual([]);
  });

  test('is refused between a tree and one in which a leaf was changed, moved or removed, whatever the proof', async () => {
    const history = fc
      .integer({ min: 1, max: sizeMax - 1 })
      .chain((from) => fc.tuple(fc.constant(from), fc.integer({ min: from, max: sizeMax }), fc.nat(from - 1)));
    await fc.assert(
      fc.asyncProperty(history, fc.constantFrom('change', 'remove', 'swap'), async ([from, to, at], change) => {
        const rewritten = allLeaves.slice(0, to);
        if (change === 'change') rewritten[at] = hash(rewritten[at]!);
        else if (change === 'remove') rewritten.splice(at, 1);
        else [rewritten[at], rewritten[to - 1]] = [rewritten[to - 1]!, rewritten[at]!];
        if (change === 'swap' && at === to - 1) return;
        const newRoot = { treeSize: rewritten.length, rootHash: naive.root(rewritten) };
        const ranges = newRoot.treeSize < from ? [] : consistencyRanges(from, newRoot.treeSize);
        for (const leaves of [allLeaves, rewritten]) {
          const hashes = ranges.map((range) => naive.root(leaves.slice(range.from, range.to)));
          expect(await verifyConsistency(sha256, { from: rootAt(from), to: newRoot, hashes })).toBe(false);
        }
      }),
    );
  });

  test('is refused if a hash is altered, added or removed', async () => {
    const sizes = fc
      .integer({ min: 1, max: sizeMax })
      .chain((to) => fc.tuple(fc.integer({ min: 1, max: to }), fc.constant(to)));
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(255), fc.nat(), async ([from, to], bit, at) => {
        const hashes = consistencyRanges(from, to).map(hashOf);
        const claim = { from: rootAt(from), to: rootAt(to) };
        const altered = [[...hashes, roots[1]!]];
        if (hashes.length > 0) {
          const index = at % hashes.length;
          altered.push(hashes.with(index, flipBit(hashes[index]!, bit)), hashes.toSpliced(index, 1));
        }
        for (const one of altered) expect(await verifyConsistency(sha256, { ...claim, hashes: one })).toBe(false);
      }),
    );
  });
});

describe('the stored subtrees', () => {
  test('have unique positions, and make up each range of a proof as soon as the tree has the range', () => {
    const stored = new Set<number>();
    for (let treeSize = 1; treeSize <= sizeMax; treeSize += 1) {
      const added = [{ level: 0, index: treeSize - 1 }, ...subtreesCompletedBy(treeSize - 1)].map(positionOf);
      for (const position of added) {
        expect(stored.has(position)).toBe(false);
        stored.add(position);
      }
      for (const leafIndex of [0, treeSize >> 1, treeSize - 1])
        for (const range of [...inclusionRanges(leafIndex, treeSize), { from: 0, to: treeSize }]) {
          const parts = subtreesOf(range);
          expect(parts.every((part) => stored.has(positionOf(part)))).toBe(true);
          expect(parts.reduce((leaves, { level }) => leaves + 2 ** level, 0)).toBe(range.to - range.from);
        }
    }
  });
});
