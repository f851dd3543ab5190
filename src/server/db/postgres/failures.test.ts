import pg from 'pg';
import { expect, test } from 'vitest';
import { isServerDown, isUnavailable } from './failures.ts';

const databaseError = (code: string): Error => Object.assign(new pg.DatabaseError('', 0, 'error'), { code });

test.each([
  ['a refused connection', Object.assign(new Error(), { code: 'ECONNREFUSED' }), true],
  ['a shutdown', databaseError('57P01'), true],
  ['a crash', databaseError('57P02'), true],
  ['a start', databaseError('57P03'), true],
  ['a pooler without a server', databaseError('08P01'), true],
  ['too many connections', databaseError('53300'), false],
  ['a wrong password', databaseError('28P01'), false],
])('after %s, whether the server is down', (_failure, error, isDown) => {
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
])('a statement that fails with %s: %s, the database is unavailable', (code, expected) => {
  expect(isUnavailable(databaseError(code))).toBe(expected);
});

test('an error of our own does not make the database unavailable', () => {
  expect(isUnavailable(new RangeError('too large'))).toBe(false);
});
