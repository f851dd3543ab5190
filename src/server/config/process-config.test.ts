import { expect, test } from 'vitest';
import { ConfigError, parseConfig, type Environment } from './config.ts';

test.each<[Environment, string]>([
  [{ DATABASE_URL: 'mysql://db.example/kindbite' }, 'DATABASE_URL must begin with postgres://.'],
  [{ DATABASE_URL: 'kindbite.db' }, 'DATABASE_URL must begin with postgres://.'],
  [{ DATABASE_POOLER: 'transaction' }, 'DATABASE_POOLER must be on or off.'],
  [{ WEB_CONCURRENCY: '0' }, 'WEB_CONCURRENCY must be a whole number from 1 to 64.'],
  [
    { WEB_CONCURRENCY: '2' },
    'WEB_CONCURRENCY above 1 needs PostgreSQL: set DATABASE_URL, or leave WEB_CONCURRENCY out.',
  ],
])('%j is refused', (environment, sentence) => {
  expect(() => parseConfig(environment)).toThrow(new ConfigError(sentence));
});
