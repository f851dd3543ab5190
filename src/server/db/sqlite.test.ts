import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { inTransaction } from './in-transaction.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './sqlite.ts';

describe('the embedded database', () => {
  let folder: string;
  let db: Database;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'embedded-'));
    db = openSqlite(join(folder, 'made', 'on', 'demand'));
    await migrate(db);
  });
  afterEach(async () => {
    await db.close();
    rmSync(folder, { recursive: true });
  });

  const charity = (id: number, name = `Charity ${id}`) => ({ id, name });
  const names = async (): Promise<string[]> =>
    (await db.read.selectFrom('charities').select('name').orderBy('id').execute()).map(({ name }) => name);

  test('is readable only by its owner, even in a folder that others can read', () => {
    chmodSync(folder, 0o755);
    const files = readdirSync(join(folder, 'made', 'on', 'demand'));
    expect(files.toSorted()).toEqual(['kindbite.db', 'kindbite.db-shm', 'kindbite.db-wal']);
    for (const file of files) expect(statSync(join(folder, 'made', 'on', 'demand', file)).mode & 0o777).toBe(0o600);
  });

  test('that others could read becomes private when it is opened again', async () => {
    const path = join(folder, 'made', 'on', 'demand', 'kindbite.db');
    chmodSync(path, 0o644);
    await openSqlite(join(folder, 'made', 'on', 'demand')).close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('on a full disk a transaction fails with that cause', async () => {
    await sql`vacuum`.execute(db.write);
    await sql`pragma max_page_count = 1`.execute(db.write); // SQLite raises this to the present size
    const work = inTransaction(db, async (tx) => {
      await tx
        .insertInto('charities')
        .values(charity(1, 'x'.repeat(100_000)))
        .execute();
    });
    await expect(work).rejects.toMatchObject({
      name: 'DatabaseUnavailable',
      cause: { message: 'database or disk is full' },
    });
    await sql`pragma max_page_count = 1000000`.execute(db.write);
    await db.write.insertInto('charities').values(charity(2)).execute();
    expect(await names()).toEqual(['Charity 2']);
  });

  test.each([
    ['a date', new Date(0)],
    ['an object', { id: 1 }],
    ['a list', [1]],
    ['a boolean', true],
    ['nothing at all', undefined],
  ])('refuses %s as a value instead of taking it for named parameters', async (_what, value) => {
    await expect(sql`select ${value} as value`.execute(db.read)).rejects.toThrow(/cannot be stored/);
    await expect(sql`insert into charities (id, name) values (${1}, ${value})`.execute(db.write)).rejects.toThrow(
      /cannot be stored/,
    );
    expect(await names()).toEqual([]);
  });

  test.each([
    ['text', 'naïve ☕ 🍕'],
    ['an integer', 9_007_199_254_740_991],
    ['nothing', null],
    ['bytes', Uint8Array.of(0, 127, 255)],
    ['text with quotes', "'; drop table charities; --"],
  ])('stores %s unchanged', async (_what, value) => {
    const { rows } = await sql<{ value: unknown }>`select ${value} as value`.execute(db.read);
    expect(rows).toEqual([{ value }]);
  });

  test('refuses an integer that is not a safe number, instead of rounding it', async () => {
    const beyond = sql`select 9007199254740993 as value`;
    await expect(beyond.execute(db.read)).rejects.toThrow(/too large/);
  });

  test('returns a column that another process has added to a statement with all columns', async () => {
    await db.write.insertInto('charities').values(charity(1)).execute();
    const all = () => db.read.selectFrom('charities').selectAll().execute();
    expect(await all()).toEqual([{ id: 1, name: 'Charity 1' }]);
    await sql`alter table charities add column motto text`.execute(db.write);
    expect(await all()).toEqual([{ id: 1, name: 'Charity 1', motto: null }]);
  });

  test('can be read row by row', async () => {
    await db.write
      .insertInto('charities')
      .values([charity(1), charity(2)])
      .execute();
    const rows: unknown[] = [];
    for await (const row of db.read.selectFrom('charities').selectAll().orderBy('id').stream()) rows.push(row);
    expect(rows).toEqual([charity(1), charity(2)]);
  });

  test('has limits in the text of its statements, because a bound one is planned for every run', async () => {
    const query = db.read.selectFrom('charities').select('id').limit(2).offset(0);
    expect(query.compile()).toMatchObject({ sql: expect.stringContaining('limit 2 offset ?'), parameters: [0] });
    await db.write
      .insertInto('charities')
      .values([charity(1), charity(2), charity(3)])
      .execute();
    expect(await query.execute()).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test('serves committed data to reads while a transaction is open', async () => {
    await db.write.transaction().execute(async (tx) => {
      await tx.insertInto('charities').values(charity(1)).execute();
      expect(await names()).toEqual([]);
    });
    expect(await names()).toEqual(['Charity 1']);
  });

  test('runs one transaction after another', async () => {
    const order: string[] = [];
    const write = (id: number) =>
      db.write.transaction().execute(async (tx) => {
        order.push(`begins ${id}`);
        await tx.insertInto('charities').values(charity(id)).execute();
        order.push(`ends ${id}`);
      });
    await Promise.all([write(1), write(2), write(3)]);
    expect(order).toEqual(['begins 1', 'ends 1', 'begins 2', 'ends 2', 'begins 3', 'ends 3']);
  });

  test('syncs every commit, uses write-ahead logging and enforces foreign keys', async () => {
    const pragma = async (name: string): Promise<unknown> =>
      Object.values((await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db.write)).rows[0] ?? {})[0];
    expect([await pragma('journal_mode'), await pragma('synchronous'), await pragma('foreign_keys')]).toEqual([
      'wal',
      2,
      1,
    ]);
    const orphan = sql`insert into ledger_entries values ('ltx_none', 1, 'charity:5', 1, 'CAD')`;
    await expect(orphan.execute(db.write)).rejects.toThrow('FOREIGN KEY');
  });

  test('still has its data when it is opened again', async () => {
    await db.write.insertInto('charities').values(charity(1)).execute();
    await db.close();
    db = openSqlite(join(folder, 'made', 'on', 'demand'));
    expect(await names()).toEqual(['Charity 1']);
  });

  test('refuses queries after it is closed', async () => {
    const other = openSqlite(join(folder, 'other'));
    await other.close();
    await expect(sql`select 1`.execute(other.read)).rejects.toThrow('database is not open');
  });
});
