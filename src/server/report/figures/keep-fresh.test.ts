import { pino } from 'pino';
import { expect, test } from 'vitest';
import { fixedClock } from '#test/support/app/clock.ts';
import { keepFresh } from './keep-fresh.ts';

test('the latest value stays while reading fails, and is replaced when reading works again', async () => {
  const clock = fixedClock();
  let next: () => Promise<number> = async () => 1;
  const read = keepFresh({ clock, log: pino({ level: 'silent' }) }, 'numbers', () => next());
  expect(await read()).toBe(1);
  next = () => Promise.reject(new Error('the database does not respond'));
  clock.advance(61_000);
  expect(await read()).toBe(1);
  next = async () => 2;
  clock.advance(61_000);
  expect(await read()).toBe(2);
});

test('there is no value until reading has worked for the first time', async () => {
  const failing = () => Promise.reject(new Error('the database does not respond'));
  expect(
    await keepFresh({ clock: fixedClock(), log: pino({ level: 'silent' }) }, 'numbers', failing)(),
  ).toBeUndefined();
});
