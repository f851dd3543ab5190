import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migratedDatabase, type FreshDatabase } from '#test/support/app/databases.ts';
import type { Database } from '../database.ts';
import { prepared } from '../fast-reads/prepared.ts';
import { openPostgres } from './open-postgres.ts';

const findCharity = prepared((db, { id }: { id: number }) =>
  db.selectFrom('charities').select('name').where('id', '=', id),
);

describe('PostgreSQL', () => {
  let fresh: FreshDatabase;
  let db: Database;

  beforeAll(async () => {
    fresh = await migratedDatabase('postgres');
    db = openPostgres(fresh.databaseUrl!, () => undefined);
  });
  afterAll(async () => {
    await db.close();
    await fresh.drop();
  });

  const valueOf = async (expression: string): Promise<unknown> =>
    (await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(db.read)).rows[0]?.value;

  test.each([
    ['42::bigint', 42],
    ['9007199254740991::bigint', 9_007_199_254_740_991],
    ['-9007199254740991::bigint', -9_007_199_254_740_991],
    ['count(*)', 1],
    ['null::bigint', null],
    ['42::integer', 42],
    ["'42'::text", '42'],
  ])('returns %s as %j, like the embedded database', async (expression, value) => {
    expect(await valueOf(expression)).toBe(value);
  });

  test.each(['9007199254740992::bigint', "'-9223372036854775808'::bigint"])(
    'refuses %s instead of rounding it',
    async (expression) => {
      await expect(valueOf(expression)).rejects.toThrow(RangeError);
    },
  );

  test('is usable after it refused a value', async () => {
    await expect(valueOf('9223372036854775807::bigint')).rejects.toThrow(RangeError);
    const responses = await Promise.all(Array.from({ length: 30 }, () => valueOf('1::bigint')));
    expect(new Set(responses)).toEqual(new Set([1]));
  });

  test('reports a lost idle connection and continues', async () => {
    const { promise, resolve } = Promise.withResolvers<Error>();
    const other = openPostgres(fresh.databaseUrl!, resolve);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(other.read);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db.read);
    expect(await promise).toBeInstanceOf(Error);
    expect(await promise).not.toHaveProperty('client'); // it would be logged
    expect((await sql`select 1`.execute(other.read)).rows).toHaveLength(1);
    await other.close();
  });

  test.each([
    [false, { names: 1, interval: '500ms' }],
    [true, { names: 0, interval: '0' }],
  ])('with hasDatabasePooler %s, a connection has %j', async (hasDatabasePooler, kept) => {
    const other = openPostgres(fresh.databaseUrl!, () => undefined, { timeLimitFactor: 30, hasDatabasePooler });
    await findCharity(other.read, { id: 1 }); // one after another on one connection
    const { rows } = await sql<{ names: number; interval: string }>`
      select (select count(*) from pg_prepared_statements) as names,
        current_setting('client_connection_check_interval') as interval`.execute(other.read);
    expect(rows).toEqual([kept]);
    await other.close();
  });

  test('fails quickly when it cannot be reached', async () => {
    const nowhere = openPostgres('postgres://nobody@127.0.0.1:9/none', () => undefined);
    await expect(sql`select 1`.execute(nowhere.read)).rejects.toThrow('ECONNREFUSED');
    await nowhere.close();
  });
});
