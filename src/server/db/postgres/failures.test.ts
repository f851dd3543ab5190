import pg from 'pg';
import { expect, test } from 'vitest';
import { isServerDown, isUnavailable } from './failures.ts';

const databaseError = (code: string): Error => Object.assign(new pg.DatabaseError('', 0, 'error'), { code });

test.each([
  ['a refused connection', true, Object.assign(new Error(), { code: 'ECONNREFUSED' })],
  ['a shutdown', true, databaseError('57P01')],
  ['a crash', true, databaseError('57P02')],
  ['a start', true, databaseError('57P03')],
  ['a pooler without a server', true, databaseError('08P01')],
  ['too many connections', false, databaseError('53300')],
  ['a wrong password', false, databaseError('28P01')],
])('after %s, the server counts as down: %s', (_failure, isDown, error) => {
  expect(isServerDown(error)).toBe(isDown);
});

test.each([
  ['57P01', true],
  ['08P01', true],
  ['53100', true],
  ['53300', true],
  ['25006', true],
  ['23505', false],
  ['40001', false],
  ['42P01', false],
])('a statement that fails with %s means that the database is unavailable: %s', (code, expected) => {
  expect(isUnavailable(databaseError(code))).toBe(expected);
});

test('an error of our own does not make the database unavailable', () => {
  expect(isUnavailable(new RangeError('too large'))).toBe(false);
});
