import { describe, expect, test } from 'vitest';
import { cpuEach, median, percentile, ratiosOf, rateOf, slopeOf, summarize, type Slice } from './statistics.ts';

const slice = (done: number, cpuMicros: number, elapsedMs = 1000): Slice => ({ done, cpuMicros, elapsedMs });

describe('the median', () => {
  test.each([
    { numbers: [3], expected: 3 },
    { numbers: [10, 2, 9], expected: 9 },
    { numbers: [4, 1, 3, 2], expected: 2.5 },
    { numbers: [100, 20, 3], expected: 20 },
  ])('of $numbers is $expected', ({ numbers, expected }) => {
    expect(median(numbers)).toBe(expected);
  });

  test('of an empty list does not exist', () => {
    expect(() => median([])).toThrow(RangeError);
  });

  test('leaves the list unchanged', () => {
    const numbers = [3, 1, 2];
    median(numbers);
    expect(numbers).toEqual([3, 1, 2]);
  });
});

describe('the 95th percentile', () => {
  test('of forty numbers is the 38th', () => {
    const numbers = Array.from({ length: 40 }, (_, index) => 40 - index);
    expect(percentile(numbers, 95)).toBe(38);
  });

  test('of one number is that number', () => {
    expect(percentile([7], 95)).toBe(7);
  });

  test('of an empty list does not exist', () => {
    expect(() => percentile([], 95)).toThrow(RangeError);
  });
});

describe('the slope', () => {
  test.each([
    { values: [5, 7, 9], expected: 2 },
    { values: [4, 4, 4], expected: 0 },
    { values: [10, 12, 9, 11], expected: 0 },
    { values: [3], expected: 0 },
    { values: [], expected: 0 },
  ])('of $values is $expected', ({ values, expected }) => {
    expect(slopeOf(values)).toBeCloseTo(expected);
  });
});

describe('a slice', () => {
  test('of any length has a rate per second', () => {
    expect(rateOf(slice(500, 0, 250))).toBe(2000);
  });

  test('divides its CPU time by what was done', () => {
    expect(cpuEach(slice(400, 20_000))).toBe(50);
  });

  test('in which nothing was done has no cost per item', () => {
    expect(() => cpuEach(slice(0, 20_000))).toThrow(RangeError);
  });
});

test('a summary has medians and the minimum CPU time', () => {
  expect(summarize([slice(100, 1000), slice(300, 1500), slice(200, 8000)])).toEqual({
    perSecond: 200,
    cpuMicrosEach: 10,
    cpuMicrosEachMin: 5,
  });
});

describe('ratios', () => {
  test('are 1 for a server that equals its baseline', () => {
    const same = { product: slice(100, 1000), baseline: slice(100, 1000) };
    expect(ratiosOf([same, same])).toEqual({ byRate: 1, byCpu: 1, byCpuMin: 1 });
  });

  test('are below 1 for a server that does less or costs more', () => {
    expect(ratiosOf([{ product: slice(100, 4000), baseline: slice(200, 4000) }])).toEqual({
      byRate: 0.5,
      byCpu: 0.5,
      byCpuMin: 0.5,
    });
  });

  test('are taken within each round, so a machine that is busy in one round changes nothing', () => {
    const quiet = { product: slice(500, 5000), baseline: slice(1000, 5000) };
    const busy = { product: slice(50, 1500), baseline: slice(100, 1500) };
    expect(ratiosOf([quiet, busy, busy])).toEqual({ byRate: 0.5, byCpu: 0.5, byCpuMin: 0.5 });
  });

  test('by minimum CPU time compare the best slice of each side', () => {
    const rounds = [
      { product: slice(100, 2000), baseline: slice(100, 1500) },
      { product: slice(100, 4000), baseline: slice(100, 1000) },
    ];
    expect(ratiosOf(rounds).byCpuMin).toBe(0.5);
  });
});
