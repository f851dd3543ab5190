import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FalseLog } from '#test/support/public-log/false-log.ts';
import { main } from './witness.ts';

let log: FalseLog;
let folder: string;
let said: string;

beforeEach(async () => {
  log = await FalseLog.open();
  folder = mkdtempSync(join(tmpdir(), 'witness-'));
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
});
afterEach(async () => {
  await log.close();
  rmSync(folder, { recursive: true });
});

const file = (name: string): string => join(folder, name);

/** Runs the witness once. Returns its exit code and what it writes to standard error. */
async function witness(...options: string[]): Promise<{ code: number; said: string }> {
  said = '';
  const code = await main([log.address, '--state', file('state.json'), '--patience', '0', ...options]);
  return { code, said };
}

const fine = { code: 0, said: '' };
const alarmed = (sentence: string) => ({ code: 1, said: `ALARM: ${sentence}\n` });
const readState = (name = 'state.json') =>
  JSON.parse(readFileSync(file(name), 'utf8')) as { heads: { treeSize: number }[]; alarms: { sentence: string }[] };

describe('the witness', () => {
  test('follows a log that only grows, across restarts, and stores its heads', async () => {
    for (const size of [0, 1, 2, 3, 5, 8, 13, 14]) {
      log.grow(size - log.leaves.length);
      expect(await witness('--feed', file('feed.json'))).toEqual(fine);
    }
    expect(await witness()).toEqual(fine);
    expect(readState().heads.map(({ treeSize }) => treeSize)).toEqual([0, 1, 2, 3, 5, 8, 13, 14]);
    expect(readState('feed.json')).toEqual(readState());
  });

  test('accepts every growth, and finds every rewriting between any two heads', async () => {
    const rewriting = fc.record({
      from: fc.integer({ min: 1, max: 33 }),
      added: fc.integer({ min: 0, max: 33 }),
      how: fc.constantFrom(
        'nothing' as const,
        'change' as const,
        'swap' as const,
        'remove' as const,
        'insert' as const,
      ),
      where: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(rewriting, async ({ from, added, how, where }) => {
        rmSync(file('state.json'), { force: true });
        log.leaves = [];
        log.grow(from);
        expect(await witness()).toEqual(fine);
        const at = where % from;
        if (how === 'change') log.leaves[at] = 'other';
        if (how === 'remove') log.leaves.splice(at, 1);
        if (how === 'insert') log.leaves.splice(at, 0, 'other');
        if (how === 'swap') log.leaves.push(...log.leaves.splice(at, 1));
        log.grow(added);
        const isSame = log.leaves.slice(0, from).every((leaf, index) => leaf === `leaf ${index}`);
        const isLonger = log.leaves.length >= from;
        expect((await witness()).code).toBe(isSame && isLonger ? 0 : 1);
      }),
      { numRuns: 150 },
    );
  });

  test('does not accept an altered proof', async () => {
    log.grow(6);
    await witness();
    log.grow(5);
    const { hashes } = (await (await fetch(`${log.address}/api/log/consistency/6/11`)).json()) as { hashes: string[] };
    const other = hashes[0] ?? '';
    const altered = [
      hashes.slice(1),
      [...hashes, other],
      hashes.toReversed(),
      [other.replaceAll('a', 'b')],
      [],
      'none',
    ];
    for (const response of altered) {
      log.responses.set('/api/log/consistency/6/11', { hashes: response });
      expect(await witness()).toEqual(alarmed('the log of 11 leaves does not begin with the one of 6'));
    }
  });

  test('raises an alarm about a shrunk log, again and again', async () => {
    log.grow(7);
    await witness();
    log.leaves = log.leaves.slice(0, 3);
    const shrunk = alarmed('the log has shrunk from 7 to 3 leaves');
    expect([await witness(), await witness()]).toEqual([shrunk, shrunk]);
    expect(readState().alarms).toHaveLength(1);
    expect(readState().heads.at(-1)?.treeSize).toBe(7);
    log.grow(4);
    expect(await witness()).toEqual(fine);
  });

  test('raises an alarm about two heads of the same size, and keeps both as evidence', async () => {
    log.grow(4);
    await witness();
    log.leaves[2] = 'other';
    expect(await witness('--feed', file('feed.json'))).toEqual(alarmed('two heads of 4 leaves have different roots'));
    expect(readState('feed.json').alarms[0]).toMatchObject({
      evidence: { known: { treeSize: 4 }, head: { treeSize: 4, rootHash: log.head()['rootHash'] } },
    });
  });

  test('raises an alarm about a wrong signature, an unknown key, and a missing head', async () => {
    log.grow(4);
    await witness();
    log.responses.set('/api/log/head', { ...log.head(), signedAt: '2026-03-04T12:00:21.000Z' });
    expect(await witness()).toEqual(alarmed('the signature of a tree head is wrong'));
    log.responses.set('/api/log/head', { ...log.head(), keyId: '0'.repeat(16) });
    expect(await witness()).toEqual(alarmed(`a tree head is signed with the unknown key ${'0'.repeat(16)}`));
    log.responses.set('/api/log/head', { code: 'not_found' });
    expect(await witness()).toEqual(alarmed('the log had 4 leaves and now has no head'));
  });

  test('follows a key to the one that it signed, and no further back', async () => {
    log.grow(2);
    await witness();
    const [old] = log.keys;
    log.rotate();
    log.grow(2);
    expect(await witness()).toEqual(fine);
    log.grow(1);
    log.responses.set('/api/log/head', log.head(log.leaves, old));
    expect(await witness()).toEqual(alarmed(`a tree head is signed with the replaced key ${old?.keyId}`));
  });

  test('raises an alarm about a key that the one before it did not sign, until a person accepts it', async () => {
    log.grow(2);
    await witness();
    log.rotate({ isLost: true });
    log.grow(1);
    const id = log.keys[1]?.keyId ?? '';
    const sentence = `the key ${id} replaces one that did not sign it; if you trust it: --accept-key ${id}`;
    expect(await witness()).toEqual(alarmed(sentence));
    expect(await witness('--accept-key', id)).toEqual(fine);
    expect(await witness()).toEqual(fine);
  });

  test('raises an alarm about a forged succession and about missing keys', async () => {
    log.grow(2);
    await witness();
    log.rotate();
    const [, key] = log.keys;
    const succession = key!.succession;
    key!.succession = '0'.repeat(128);
    expect(await witness()).toEqual(alarmed(`the key ${key?.keyId} is not signed by the one before it`));
    key!.succession = succession;
    expect(await witness()).toEqual(fine);
    log.keys.shift();
    expect(await witness()).toEqual(alarmed('the log has other signing keys than before'));
  });

  test('begins only with the key that its reader expects', async () => {
    log.grow(2);
    expect(await witness('--key', '0'.repeat(16))).toEqual(alarmed(`the log does not have the key ${'0'.repeat(16)}`));
    expect(await witness('--key', log.keys[0]!.keyId)).toEqual(fine);
  });

  test.each([
    [500, 'responded with 500'],
    ['<html>', 'did not respond with JSON'],
    [{ treeSize: 'many' }, 'something other than a tree head'],
    [null, 'something other than a tree head'],
  ])('reports the useless response %j without an alarm', async (response, sentence) => {
    log.grow(2);
    await witness();
    log.responses.set('/api/log/head', response);
    expect(await witness()).toEqual({ code: 3, said: expect.stringContaining(sentence) });
    log.responses.clear();
    expect(await witness()).toEqual(fine);
  });

  test('reports without an alarm that a response has no keys', async () => {
    log.responses.set('/api/log/keys', { keys: [null] });
    expect(await witness()).toEqual({ code: 3, said: expect.stringContaining('something other than keys') });
  });

  test('reports without an alarm that a site cannot be reached', async () => {
    const options = ['http://127.0.0.1:9', '--state', file('state.json')];
    said = '';
    expect([await main(options), said]).toEqual([3, expect.stringContaining('cannot be reached')]);
    expect(existsSync(file('state.json'))).toBe(false);
  });

  test.each(['', '{"format":"donation-log-wit', '{}', 'null', '[]'])('refuses a damaged state %j', async (text) => {
    log.grow(2);
    writeFileSync(file('state.json'), text);
    expect(await witness()).toEqual({ code: 2, said: expect.stringContaining('is damaged') });
    expect(readFileSync(file('state.json'), 'utf8')).toBe(text);
  });

  test('reports without an alarm that a state cannot be written', async () => {
    log.grow(2);
    const options = [log.address, '--state', file('missing/state.json')];
    said = '';
    expect([await main(options), said]).toEqual([2, expect.stringContaining('ENOENT')]);
  });

  test('is not confused by a file that an earlier run did not finish', async () => {
    log.grow(2);
    await witness();
    writeFileSync(file('state.json.new'), '{"format":');
    log.grow(2);
    expect(await witness()).toEqual(fine);
    expect(readState().heads).toHaveLength(2);
  });

  test('refuses the state of another site, and options that it does not know', async () => {
    await witness();
    said = '';
    expect(await main(['https://other.example', '--state', file('state.json')])).toBe(2);
    expect(await witness('--unknown')).toEqual({ code: 2, said: expect.stringContaining('Usage') });
    expect(await witness('--every', 'hour')).toEqual({ code: 2, said: expect.stringContaining('Usage') });
    expect(await witness('--patience', 'none')).toEqual({ code: 2, said: expect.stringContaining('Usage') });
    expect(await main([log.address])).toBe(2);
  });

  describe('compared with another witness', () => {
    const otherFeed = async (leaves: readonly string[], keys = log.keys): Promise<string> => {
      const heads = [{ ...log.head(leaves, keys.at(-1)), seenAt: '2026-03-04T12:00:30.000Z' }];
      const published = keys.map(({ privateKey: _secret, ...key }) => key);
      const feed = { format: 'donation-log-witness-v1', site: log.address, keys: published, heads, alarms: [] };
      writeFileSync(file('other.json'), JSON.stringify(feed));
      return file('other.json');
    };
    beforeEach(() => log.grow(9));

    test.each([1, 4, 8, 9])('agrees about a tree head of %i leaves', async (size) => {
      expect(await witness('--compare', await otherFeed(log.leaves.slice(0, size)))).toEqual(fine);
    });

    test.each([1, 4, 8, 9])('finds that the other was shown another log of %i leaves', async (size) => {
      const leaves = [...log.leaves.slice(0, size - 1), 'only for the other'];
      expect((await witness('--compare', await otherFeed(leaves))).code).toBe(1);
    });

    test('finds that the other was shown more leaves, or another key', async () => {
      const more = await otherFeed([...log.leaves, 'leaf 9']);
      expect(await witness('--compare', more)).toEqual(alarmed('another witness was shown 10 leaves, and we were not'));
      const other = await FalseLog.open();
      const [key] = other.keys;
      await other.close();
      expect(await witness('--compare', await otherFeed(log.leaves, [key!]))).toEqual(
        alarmed(`another witness was shown the key ${key?.keyId}, and we were not`),
      );
    });

    test('asks again before an alarm about an older response, which may come from a cache', async () => {
      log.rotate();
      log.oldResponses.set('/api/log/head', log.head(log.leaves.slice(0, 4), log.keys[0]));
      expect(await witness('--compare', await otherFeed(log.leaves))).toEqual(fine);
      log.oldResponses.set('/api/log/head', log.head(log.leaves.slice(0, 4), log.keys[0]));
      expect(await witness()).toEqual(fine);
      const { privateKey: _secret, ...first } = log.keys[0]!;
      log.oldResponses.set('/api/log/keys', { keys: [first] });
      expect(await witness()).toEqual(fine);
      log.rotate();
      log.oldResponses.set('/api/log/keys', { keys: log.keys.slice(0, 2).map(({ privateKey: _own, ...key }) => key) });
      log.grow(1);
      expect(await witness()).toEqual(fine);
      expect(readState().alarms).toEqual([]);
    });

    test('reports without an alarm that a feed is missing or is not a feed', async () => {
      expect((await witness('--compare', file('missing.json'))).code).toBe(3);
      expect((await witness('--compare', `${log.address}/api/log/keys`)).code).toBe(3);
    });
  });
});
