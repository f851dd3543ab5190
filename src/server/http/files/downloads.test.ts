import { once } from 'node:events';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createDownloads, createExclusiveRunner, inPages } from './downloads.ts';

/** A list with this many rows, and how many pages of it were read. */
function listOf(rows: number) {
  let reads = 0;
  const pages = inPages<number>(createExclusiveRunner(), async (last, pageSize) => {
    reads += 1;
    const from = last === undefined ? 0 : last + 1;
    return Array.from({ length: Math.min(pageSize, rows - from) }, (_, index) => from + index);
  });
  return { pages, reads: () => reads };
}

async function* textsOf(pages: AsyncIterable<readonly number[]>): AsyncGenerator<string> {
  for await (const page of pages) yield page.join();
}

async function takeTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await letOthersRun();
}

describe('a list in pages', () => {
  test.each([0, 1, 499, 500, 501, 1000])('has each of %d rows once', async (rows) => {
    const read: number[] = [];
    for await (const page of listOf(rows).pages) read.push(...page);
    expect(read).toEqual(Array.from({ length: rows }, (_, index) => index));
  });

  test('is read only as far as the client has taken it', async () => {
    const { pages, reads } = listOf(100_000);
    const stream = createDownloads().start('usr_1', textsOf(pages))!;
    await once(stream, 'readable');
    stream.read();
    await takeTurns(20);
    expect(reads()).toBeLessThanOrEqual(4);
    stream.destroy();
  });

  test('is read no further after the client has left', async () => {
    const { pages, reads } = listOf(100_000);
    const stream = createDownloads().start('usr_1', textsOf(pages))!;
    stream.on('data', () => undefined);
    await once(stream, 'data');
    stream.destroy();
    await once(stream, 'close');
    const before = reads();
    await takeTurns(20);
    expect(reads()).toBe(before);
  });

  test('lets other work run after every page', async () => {
    let others = 0;
    const list = { isRead: false };
    const other = async (): Promise<void> => {
      for (; !list.isRead; others += 1) await letOthersRun();
    };
    const running = other();
    let pages = 0;
    for await (const _page of listOf(10_000).pages) pages += 1;
    list.isRead = true;
    await running;
    expect(pages).toBe(20);
    expect(others).toBeGreaterThanOrEqual(pages - 1);
  });
});

describe('exclusive work', () => {
  test('never overlaps, and failed work does not stop the next', async () => {
    const runExclusive = createExclusiveRunner();
    const events: string[] = [];
    const work = (name: string) => async () => {
      events.push(`${name} begins`);
      await letOthersRun();
      events.push(`${name} ends`);
      if (name === 'first') throw new Error('the database is down');
      return name;
    };
    const results = await Promise.allSettled([runExclusive(work('first')), runExclusive(work('second'))]);
    expect(events).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});

describe('a donor', () => {
  test('has one download at a time; the next can start after the previous one has ended or was aborted', async () => {
    const downloads = createDownloads();
    const start = (donor: string) => downloads.start(donor, textsOf(listOf(1).pages));
    const [first, ofAnother] = [start('usr_1')!, start('usr_2')!];
    expect(start('usr_1')).toBeUndefined();
    first.resume();
    await once(first, 'end');
    const second = start('usr_1')!;
    await takeTurns(2); // the first one closes
    expect(start('usr_1')).toBeUndefined();
    second.destroy(); // before anything was read
    await once(second, 'close');
    expect(start('usr_1')).toBeDefined();
    ofAnother.destroy();
  });
});
