import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  applyingAt,
  applyingBetween,
  honoredAt,
  honoredSince,
  scheduledAt,
  type Versions,
} from './applying-version.ts';

const minute = (minutes: number): Date => new Date(Date.UTC(2026, 2, 4) + minutes * 60_000);

/** Creates version 0, and then a version that begins at each of these minutes. */
const versionsFrom = (...minutes: readonly number[]): Versions<string> => [
  { number: 0, document: 'default', effectiveFrom: new Date(0) },
  ...minutes.map((start, index) => ({ number: index + 1, document: `v${index + 1}`, effectiveFrom: minute(start) })),
];

const honored = (versions: Versions<string>, number: number, now: Date) => honoredAt(versions, number, now)?.document;

test('a replaced version is honored for 30 minutes', () => {
  const versions = versionsFrom(0, 60);
  expect(honored(versions, 1, minute(59))).toBe('v1');
  expect(honored(versions, 1, minute(60))).toBe('v1');
  expect(honored(versions, 1, new Date(Number(minute(90)) - 1))).toBe('v1');
  expect(honored(versions, 1, minute(90))).toBeUndefined();
  expect(honored(versions, 2, minute(9000))).toBe('v2');
});

test('the default is honored like any other version', () => {
  expect(honored(versionsFrom(), 0, minute(0))).toBe('default');
  expect(honored(versionsFrom(0), 0, minute(29))).toBe('default');
  expect(honored(versionsFrom(0), 0, minute(30))).toBeUndefined();
});

test('a version that has not begun, or that never applied, is not honored', () => {
  expect(honored(versionsFrom(0, 60), 2, minute(59))).toBeUndefined();
  const replacedBefore = versionsFrom(60, 30); // the second was published before the first had begun
  expect(honored(replacedBefore, 1, minute(61))).toBeUndefined();
  expect(honored(replacedBefore, 2, minute(61))).toBe('v2');
});

test.each([-1, 3, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER])(
  'an invented number such as %d is not honored',
  (number) => {
    expect(honored(versionsFrom(0, 10), number, minute(11))).toBeUndefined();
  },
);

test('a version is honored exactly if it applied at some time in the last 30 minutes', () => {
  const starts = fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 8 });
  fc.assert(
    fc.property(starts, fc.integer({ min: 0, max: 180 }), (minutes, now) => {
      const versions = versionsFrom(...minutes);
      const between = Array.from({ length: 30 }, (_, ago) => minute(now - ago - 0.5)); // versions begin and end at whole minutes
      const applied = new Set([minute(now), ...between].map((instant) => applyingAt(versions, instant).number));
      const found = versions.map(({ number }) => honoredAt(versions, number, minute(now))?.number);
      expect(found.filter((number) => number !== undefined)).toEqual([...applied].toSorted((a, b) => a - b));
    }),
  );
});

test('the result is the same without versions that ended before the honored period', () => {
  const starts = fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 8 });
  fc.assert(
    fc.property(starts, fc.integer({ min: 0, max: 180 }), (minutes, now) => {
      const versions = versionsFrom(...minutes);
      const first = applyingAt(versions, honoredSince(minute(now)));
      const kept: Versions<string> = [first, ...versions.filter(({ number }) => number > first.number)];
      for (const { number } of versions)
        expect(honored(kept, number, minute(now))).toBe(honored(versions, number, minute(now)));
    }),
  );
});

test('a scheduled version is one that will apply, and the newest version is scheduled or applies', () => {
  const starts = fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 8 });
  fc.assert(
    fc.property(starts, fc.integer({ min: 0, max: 120 }), (minutes, now) => {
      const versions = versionsFrom(...minutes);
      const numbers = (found: readonly { readonly number: number }[]) => found.map(({ number }) => number);
      const scheduled = numbers(scheduledAt(versions, minute(now)));
      const later = Array.from({ length: 121 }, (_, passed) => applyingAt(versions, minute(passed)).number);
      const present = applyingAt(versions, minute(now)).number;
      expect(scheduled).toEqual([...new Set(later.slice(now + 1))].filter((number) => number !== present));
      expect(scheduled.at(-1) ?? present).toBe(minutes.length);
    }),
  );
});

test('every version that applies at some time in a period is found', () => {
  const starts = fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 8 });
  const times = fc.tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 60 }));
  fc.assert(
    fc.property(starts, times, (minutes, [start, length]) => {
      const versions = versionsFrom(...minutes);
      const applying = Array.from({ length: Math.max(length, 1) }, (_, passed) =>
        applyingAt(versions, minute(start + passed)),
      );
      expect(new Set(applyingBetween(versions, minute(start), minute(start + length)))).toEqual(new Set(applying));
    }),
  );
});
