import { expect, test } from 'vitest';
import { readCrashOptions } from './options.ts';
import { seededRandom } from './seeded-random.ts';

test('by default the server is killed fifty times on each engine', () => {
  expect(readCrashOptions([], 7)).toEqual({ kills: 50, engines: ['sqlite', 'postgres'], seed: 7 });
});

test('kills, engine and seed can be chosen', () => {
  const commandLine = ['--kills', '5', '--engine', 'sqlite', '--seed', '42'];
  expect(readCrashOptions(commandLine, 7)).toEqual({ kills: 5, engines: ['sqlite'], seed: 42 });
});

test.each([['--kills', '0'], ['--kills', 'many'], ['--engine', 'mysql'], ['--seed', '-1'], ['--speed', '9'], ['5']])(
  'an invalid command line is refused: %s %s',
  (...commandLine) => {
    expect(readCrashOptions(commandLine, 7)).toBeUndefined();
  },
);

test('the same seed draws the same numbers, and another seed draws others', () => {
  const draw = (seed: number): number[] => {
    const random = seededRandom(seed);
    return Array.from({ length: 20 }, () => random.integer(1, 1000));
  };
  expect(draw(42)).toEqual(draw(42));
  expect(draw(42)).not.toEqual(draw(43));
});

test('drawn numbers cover their whole range and stay in it', () => {
  const random = seededRandom(1);
  const drawn = new Set(Array.from({ length: 200 }, () => random.integer(3, 6)));
  expect(drawn).toEqual(new Set([3, 4, 5, 6]));
});
