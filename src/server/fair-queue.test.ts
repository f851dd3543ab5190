import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

class Full extends Error {}

/** A queue whose work ends when the test says so. `started` names the callers in the order in which their work began. */
function openQueue({ slots = 1, waitingMax = 1000 } = {}) {
  const queue = createFairQueue({ slots, waitingMax, whenFull: () => new Full() });
  const started: string[] = [];
  const running: (() => void)[] = [];
  const add = (name: string, caller = name.charAt(0)): Promise<string> => {
    const result = queue.run(caller, async () => {
      started.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      running.push(resolve);
      await promise;
      return name;
    });
    result.catch(() => undefined);
    return result;
  };
  const finishOne = async (): Promise<void> => {
    running.shift()?.();
    await settle();
  };
  const finishAll = async (): Promise<void> => {
    while (running.length > 0) await finishOne();
  };
  return { started, running, add, finishOne, finishAll };
}

/** Waits until every promise that can settle has settled. */
const settle = (): Promise<void> => setImmediate();

const isRefused = (result: Promise<unknown>): Promise<boolean> =>
  result.then(
    () => false,
    (error: unknown) => error instanceof Full,
  );

test('work runs immediately while a slot is free, and otherwise waits', async () => {
  const { started, add, finishOne } = openQueue({ slots: 2 });
  const results = ['a1', 'a2', 'a3'].map((name) => add(name));
  expect(started).toEqual(['a1', 'a2']);
  await finishOne();
  expect([await results[0], started]).toEqual(['a1', ['a1', 'a2', 'a3']]);
});

test('callers take turns, and the work of each runs in order', async () => {
  const { started, add, finishAll } = openQueue();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void add(name);
  await finishAll();
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('after floods from three callers, a fourth waits for one turn of each', async () => {
  const { started, add, finishAll } = openQueue({ slots: 2, waitingMax: 64 });
  for (let number = 0; number < 500; number += 1) for (const caller of ['a', 'b', 'c']) void add(`${caller}${number}`);
  void add('d');
  await finishAll();
  expect(started.slice(0, 6).toSorted()).toEqual(['a0', 'a1', 'b0', 'b1', 'c0', 'd']);
  expect(started).toHaveLength(2 + 64);
});

test('a caller who fills the queue is refused more', async () => {
  const { started, add, finishAll } = openQueue({ waitingMax: 2 });
  const results = ['a1', 'a2', 'a3', 'a4'].map((name) => add(name));
  expect(await isRefused(results[3]!)).toBe(true);
  await finishAll();
  expect(started).toEqual(['a1', 'a2', 'a3']);
});

test("in a full queue, another caller's work replaces the newest of the longest line", async () => {
  const { started, add, finishAll } = openQueue({ waitingMax: 3 });
  const results = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => add(name));
  expect(await isRefused(results[3]!)).toBe(true);
  await finishAll();
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('callers with one piece of work each keep their places', async () => {
  const { started, add, finishAll } = openQueue({ waitingMax: 2 });
  const results = ['a1', 'b1', 'c1', 'd1'].map((name) => add(name));
  expect(await isRefused(results[3]!)).toBe(true);
  await finishAll();
  expect(started).toEqual(['a1', 'b1', 'c1']);
});

test('failed work passes its slot on', async () => {
  const queue: FairQueue = createFairQueue({ slots: 1, waitingMax: 10, whenFull: () => new Full() });
  const failing = queue.run('a', () => Promise.reject(new Error('no hash')));
  const next = queue.run('a', async () => 'next');
  await expect(failing).rejects.toThrow('no hash');
  expect(await next).toBe('next');
  expect(await queue.run('a', async () => 'later')).toBe('later');
});

test('whatever arrives and ends, no bound is exceeded, and all work is done in order or refused', async () => {
  const arrivals = fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), fc.constant('finish' as const)), {
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(
      arrivals,
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 6 }),
      async (steps, slots, waitingMax) => {
        const { started, running, add, finishOne, finishAll } = openQueue({ slots, waitingMax });
        const results: Promise<string>[] = [];
        const refused = new Set<number>();
        for (const [index, step] of steps.entries()) {
          if (step === 'finish') await finishOne();
          else {
            const number = results.push(add(`${step}${index}`)) - 1;
            results[number]?.catch(() => refused.add(number));
          }
          await settle();
          expect(running.length).toBeLessThanOrEqual(slots);
          expect(results.length - refused.size - started.length).toBeLessThanOrEqual(waitingMax);
        }
        await finishAll();
        expect(started).toHaveLength(results.length - refused.size);
        for (const caller of ['a', 'b', 'c', 'd']) {
          const own = started.filter((name) => name.startsWith(caller)).map((name) => Number(name.slice(1)));
          expect(own).toEqual(own.toSorted((one, other) => one - other));
        }
      },
    ),
    { numRuns: 200 },
  );
});
