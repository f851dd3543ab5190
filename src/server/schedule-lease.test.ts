import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { fixedClock, type TestClock } from '#test/support/app/clock.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import type { Deps } from './deps.ts';
import { createScheduleLease, leaseMs, leasePauseMs, type ScheduleLease } from './schedule-lease.ts';

const dayMs = 24 * 60 * 60 * 1000;

describe('the lease of the schedule', () => {
  let app: TestApp;
  let clock: TestClock;

  beforeEach(async () => {
    app = await startApp('postgres', { cards: stubCards() });
    clock = fixedClock();
  });
  afterEach(() => app.close());

  const createProcess = (changes: Partial<Deps> = {}): ScheduleLease =>
    createScheduleLease({ ...app.deps, clock, ...changes });

  test('belongs to one process until that process gives it back', async () => {
    const [first, second] = [createProcess(), createProcess()];
    expect([await first.isHeld(), await second.isHeld()]).toEqual([true, false]);
    await first.release();
    clock.advance(leasePauseMs);
    expect([await second.isHeld(), await first.isHeld()]).toEqual([true, false]);
  });

  test('is renewed while a process asks for it, and expires when none does', async () => {
    const [first, second] = [createProcess(), createProcess()];
    for (let minutes = 0; minutes < 2; minutes += 1 / 12) {
      expect([await first.isHeld(), await second.isHeld()]).toEqual([true, false]);
      clock.advance(5000);
    }
    clock.advance(leaseMs - 1 - 5000);
    expect(await second.isHeld()).toBe(false);
    clock.advance(leasePauseMs);
    expect([await second.isHeld(), await first.isHeld()]).toEqual([true, false]);
  });

  test('is soon taken after a clock is set back by a day, and kept when a clock jumps ahead by days', async () => {
    clock.advance(dayMs);
    const first = createProcess();
    expect(await first.isHeld()).toBe(true);
    clock.advance(-dayMs);
    const second = createProcess();
    expect([await second.isHeld(), await first.isHeld()]).toEqual([true, false]);
    clock.advance(3 * dayMs);
    expect([await second.isHeld(), await first.isHeld()]).toEqual([true, false]);
  });

  test('is kept until it expires while the database does not respond, and taken again afterward', async () => {
    let isAway = false;
    const db = {
      ...app.deps.db,
      get write() {
        if (isAway) throw new Error('the database does not respond');
        return app.deps.db.write;
      },
    };
    const process = createProcess({ db });
    expect(await process.isHeld()).toBe(true);
    isAway = true;
    clock.advance(leaseMs - 1);
    expect(await process.isHeld()).toBe(true);
    clock.advance(1);
    expect(await process.isHeld()).toBe(false);
    expect(app.logged).toContainEqual(
      expect.objectContaining({ level: 40, msg: 'the lease of the schedule could not be renewed' }),
    );
    isAway = false;
    clock.advance(leasePauseMs);
    expect(await process.isHeld()).toBe(true);
  });

  test('is never held by two processes that ask, stop and vanish in any order', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 20_000 }) }),
      fc.record({ kind: fc.constantFrom('ask' as const, 'stop' as const, 'vanish' as const), which: fc.nat(2) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        await app.deps.db.write.deleteFrom('schedule_lease').execute();
        const processes = [createProcess(), createProcess(), createProcess()];
        for (const taken of steps) {
          if (taken.kind === 'wait') clock.advance(taken.ms);
          else if (taken.kind === 'stop') await processes[taken.which]?.release();
          else if (taken.kind === 'vanish') processes[taken.which] = createProcess();
          else await processes[taken.which]?.isHeld();
          const held = await Promise.all(processes.map((process) => process.isHeld()));
          expect(held.filter(Boolean).length).toBeLessThanOrEqual(1);
        }
        clock.advance(leaseMs);
        const held = await Promise.all(processes.map((process) => process.isHeld()));
        expect(held.filter(Boolean)).toEqual([true]); // whatever happened, one takes it
      }),
      { numRuns: 40 },
    );
  });

  test('is always held with SQLite, where there is only one process', async () => {
    const alone = await startApp('sqlite', { cards: stubCards() });
    try {
      expect(await createScheduleLease(alone.deps).isHeld()).toBe(true);
      expect(await alone.deps.db.read.selectFrom('schedule_lease').selectAll().execute()).toEqual([]);
    } finally {
      await alone.close();
    }
  });
});
