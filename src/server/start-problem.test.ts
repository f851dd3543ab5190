import { expect, test } from 'vitest';
import { ConfigError } from '#server/config/config.ts';
import { DatabaseUnavailable } from './db/database.ts';
import { NewerSchema } from './db/migrate.ts';
import { startProblem } from './start-problem.ts';

const failure = (message: string, properties: object): Error => Object.assign(new Error(message), properties);
const refused = failure('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED' });
const wrongPassword = failure('password authentication failed for user "kind"', { code: '28P01', severity: 'FATAL' });
const full = failure('database or disk is full', { code: 'ERR_SQLITE_ERROR', errcode: 13 });

const ofDatabase = (reason: string): string =>
  `The database in DATA_DIR cannot be used: ${reason}. Check DATA_DIR and its disk, or restore a backup.`;

test.each([
  {
    what: 'a configuration',
    error: new ConfigError('PORT must be a port number'),
    sentence: 'PORT must be a port number',
  },
  {
    what: 'a newer schema',
    error: new NewerSchema('9999-x-breaking'),
    sentence:
      'The database belongs to a newer release, which has run the migration 9999-x-breaking: start that release.',
  },
  {
    what: 'a PostgreSQL that is not running',
    error: new Error('the database could not be migrated', { cause: new DatabaseUnavailable(refused) }),
    sentence: 'PostgreSQL does not respond (ECONNREFUSED). Check DATABASE_URL, and that PostgreSQL is running.',
  },
  {
    what: 'a wrong password',
    error: new DatabaseUnavailable(wrongPassword),
    sentence:
      'PostgreSQL refuses the connection or something that the product needs to do: password authentication failed for user "kind". Check DATABASE_URL and the rights of its user.',
  },
  {
    what: 'a right that the user lacks',
    error: failure('permission denied for schema public', { code: '42501', severity: 'ERROR' }),
    sentence:
      'PostgreSQL refuses the connection or something that the product needs to do: permission denied for schema public. Check DATABASE_URL and the rights of its user.',
  },
  { what: 'a full disk under SQLite', error: full, sentence: ofDatabase('the disk is full') },
  {
    what: 'the same in a transaction',
    error: new DatabaseUnavailable(full),
    sentence: ofDatabase('the disk is full'),
  },
  {
    what: 'an extended code of SQLite',
    error: failure('unable to open database file', { errcode: 14 + (2 << 8) }),
    sentence: ofDatabase('it or its folder cannot be opened by this user'),
  },
  {
    what: 'a read-only file system',
    error: failure('EROFS', { code: 'EROFS', path: '/srv/data/secret-key' }),
    sentence: '/srv/data/secret-key cannot be used: its file system is read-only.',
  },
  {
    what: 'a full disk under a copy',
    error: failure('ENOSPC', { code: 'ENOSPC', path: '/srv/from', dest: '/tmp/to' }),
    sentence: '/tmp/to cannot be used: the disk is full.',
  },
  {
    what: 'a folder that Node cannot create',
    error: failure('ENOENT', { code: 'ENOENT', syscall: 'mkdir', path: '/srv/data' }),
    sentence: '/srv/data cannot be used: its file system is read-only.',
  },
])('$what is explained in one sentence', ({ error, sentence }) => {
  expect(startProblem(error)).toBe(sentence);
});

test.each([
  { what: 'a defect of the product', error: new TypeError('x is not a function') },
  {
    what: 'a statement that PostgreSQL does not understand',
    error: failure('syntax error', { code: '42601', severity: 'ERROR' }),
  },
  { what: 'a broken constraint in SQLite', error: failure('UNIQUE constraint failed', { errcode: 19 }) },
  { what: 'no error at all', error: 'text' },
])('$what keeps its stack trace', ({ error }) => {
  expect(startProblem(error)).toBeUndefined();
});
