import { setImmediate as letOthersRun } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inclusionRanges } from '#domain/public-log/subtrees.ts';
import { verifyInclusion } from '#domain/public-log/verify-tree.ts';
import type { Queryable } from '#server/db/database.ts';
import { treeHash } from '#test/support/public-log/false-log.ts';
import { createCoverTree, cacheCoverTrees } from './cover-tree.ts';
import { sha256 } from './tree-hashes.ts';

const asciiTexts = fc.uniqueArray(fc.string({ unit: 'grapheme-ascii' }), { maxLength: 70 });
const hash = async (bytes: Uint8Array): Promise<Uint8Array> => sha256(bytes);

describe('the tree of what a payout covers', () => {
  test('has the root of RFC 9162 and a proof of each commitment, whatever the order of the commitments', async () => {
    await fc.assert(
      fc.asyncProperty(asciiTexts, async (texts) => {
        const tree = await createCoverTree(texts.map((text) => Buffer.from(text)));
        expect(Buffer.from(tree.rootHash)).toEqual(treeHash(texts.toSorted()));
        for (const [place, text] of texts.toSorted().entries()) {
          const commitment = Buffer.from(text);
          const leafIndex = tree.indexOf(commitment);
          const hashes = inclusionRanges(leafIndex, tree.leaves).map((range) => tree.hashOf(range));
          const claim = { leafIndex, treeSize: texts.length, commitment, hashes, rootHash: tree.rootHash };
          expect([leafIndex, await verifyInclusion(hash, claim)]).toEqual([place, true]);
        }
        expect(tree.indexOf(Buffer.from('ä'))).toBe(-1);
      }),
      { numRuns: 60 },
    );
  });

  test('of ten thousand commitments does not keep other work from running', async () => {
    const work = { isDone: false, turns: 0 };
    const other = async (): Promise<void> => {
      for (; !work.isDone; work.turns += 1) await letOthersRun();
    };
    const waiting = other();
    const tree = await createCoverTree(Array.from({ length: 10_000 }, (_, index) => Buffer.from(String(index))));
    work.isDone = true;
    await waiting;
    expect([tree.leaves, work.turns > 15]).toEqual([10_000, true]);
  });
});

describe('cached trees', () => {
  const none = {} as Queryable;
  const countReads = (leavesMax: number) => {
    const read: string[] = [];
    const keep = cacheCoverTrees(async (_db, payoutId) => {
      read.push(payoutId);
      await letOthersRun();
      if (payoutId === 'fails') throw new Error('the database is down');
      return createCoverTree(['a', 'b', 'c'].map((text) => Buffer.from(payoutId + text)));
    }, leavesMax);
    return { read, ask: (payoutId: string) => keep(none, payoutId) };
  };

  test('are read once, even for several callers at the same time', async () => {
    const { read, ask } = countReads(100);
    const trees = await Promise.all([ask('one'), ask('one'), ask('two')]);
    expect(trees[0]).toBe(trees[1]);
    expect(await ask('one')).toBe(trees[0]);
    expect(read).toEqual(['one', 'two']);
  });

  test('are the ones that were requested last, as far as they fit', async () => {
    const { read, ask } = countReads(6);
    for (const payoutId of ['one', 'two', 'one', 'three', 'one', 'two']) await ask(payoutId);
    expect(read).toEqual(['one', 'two', 'three', 'two']);
  });

  test('include a tree that is too large for the cache, until another one is requested', async () => {
    const { read, ask } = countReads(1);
    for (const payoutId of ['one', 'one', 'two', 'one']) await ask(payoutId);
    expect(read).toEqual(['one', 'two', 'one']);
  });

  test('are read again after a failure', async () => {
    const { read, ask } = countReads(100);
    await expect(ask('fails')).rejects.toThrow('down');
    await expect(ask('fails')).rejects.toThrow('down');
    expect(read).toEqual(['fails', 'fails']);
  });
});
