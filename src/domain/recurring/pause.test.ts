import { expect, test } from 'vitest';
import { endOfPause, isPauseLasting } from './pause.ts';

test.each([
  ['2027-03-15T09:30:00Z', 1, '2027-04-14T09:30:00Z'],
  ['2027-03-15T09:30:00Z', 12, '2028-03-14T09:30:00Z'],
  ['2027-01-31T09:30:00Z', 1, '2027-02-27T09:30:00Z'],
])('a pause before the charge of %s that lets %d pass ends at %s', (nextChargeAt, months, end) => {
  expect(endOfPause(new Date(nextChargeAt), months)).toEqual(new Date(end));
});

test.each([
  ['2027-03-15T09:30:00Z', '2027-03-15T09:29:59Z', true],
  ['2027-03-15T09:30:00Z', '2027-03-15T09:30:00Z', false],
  [undefined, '2037-03-15T09:30:00Z', true],
])('a pause until %s lasts at %s: %s', (until, at, isLasting) => {
  expect(isPauseLasting(until === undefined ? undefined : new Date(until), new Date(at))).toBe(isLasting);
});
