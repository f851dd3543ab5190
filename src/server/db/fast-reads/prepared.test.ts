import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase, freshDatabase, type FreshDatabase } from '#test/support/app/databases.ts';
import type { Database } from '../database.ts';
import { inTransaction } from '../in-transaction.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open-database.ts';
import { prepared, preparedList } from './prepared.ts';
import type { CharityRow } from '../tables.ts';

const insertCharities = preparedList((db, charities: readonly CharityRow[]) =>
  db.insertInto('charities').values(charities).returning('id'),
);

const findCharity = prepared((db, { id }: { id: number }) =>
  db.selectFrom('charities').selectAll().where('id', '=', id),
);

forEachDatabase((engine) => {
  let fresh: FreshDatabase;
  let db: Database;

  beforeEach(async () => {
    fresh = await freshDatabase(engine);
    db = openDatabase({ dataDir: fresh.dataDir, databaseUrl: fresh.databaseUrl }, () => undefined);
    await migrate(db);
    await insertCharities(db.write, [{ id: 1, name: 'Bread' }]);
  });

  afterEach(async () => {
    await db.close();
    await fresh.drop();
  });

  describe('a prepared statement', () => {
    test('returns the rows for the values of each call', async () => {
      await insertCharities(db.write, [{ id: 2, name: "Soup; or 'stew'" }]);
      expect(await findCharity(db.read, { id: 2 })).toEqual([{ id: 2, name: "Soup; or 'stew'" }]);
      expect(await findCharity(db.read, { id: 1 })).toEqual([{ id: 1, name: 'Bread' }]);
      expect(await findCharity(db.read, { id: 3 })).toEqual([]);
    });

    test('accepts lists of any length', async () => {
      const charities = Array.from({ length: 5 }, (_none, index) => ({ id: index + 10, name: `Kitchen ${index}` }));
      expect(await insertCharities(db.write, charities.slice(0, 3))).toHaveLength(3);
      expect(await insertCharities(db.write, charities.slice(3))).toEqual([{ id: 13 }, { id: 14 }]);
    });

    test('runs in the transaction that it is given', async () => {
      const failing = inTransaction(db, async (tx) => {
        await insertCharities(tx, [{ id: 4, name: 'Rice' }]);
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      expect(await findCharity(db.read, { id: 4 })).toEqual([]);
    });

    test('matches values by name, in any order', async () => {
      await insertCharities(db.write, [{ name: 'Beans', id: 5 }]);
      expect(await findCharity(db.read, { id: 5 })).toEqual([{ id: 5, name: 'Beans' }]);
    });

    test('refuses a missing value', async () => {
      const incomplete = { id: 6 } as CharityRow;
      await expect(insertCharities(db.write, [incomplete])).rejects.toThrow('lacks its value name');
    });
  });
});

describe('the builder of a prepared statement', () => {
  test('cannot do arithmetic with the values, because the statement would keep the first result', async () => {
    const fresh = await freshDatabase('sqlite');
    const db = openDatabase(fresh, () => undefined);
    const counting = prepared((tx, { id }: { id: number }) =>
      tx
        .selectFrom('charities')
        .selectAll()
        .where('id', '=', id + 1),
    );
    await expect(counting(db.read, { id: 1 })).rejects.toThrow('cannot read its value id');
    await db.close();
    await fresh.drop();
  });
});

describe('on PostgreSQL', () => {
  let fresh: FreshDatabase;
  let db: Database;

  beforeEach(async () => {
    fresh = await freshDatabase('postgres');
    db = openDatabase(fresh, () => undefined);
    await migrate(db);
    await insertCharities(db.write, [{ id: 1, name: 'Bread' }]);
  });

  afterEach(async () => {
    await db.close();
    await fresh.drop();
  });

  test('a connection plans a prepared statement once', async () => {
    await db.read.connection().execute(async (connection) => {
      for (const id of [1, 2, 3]) await findCharity(connection, { id });
      const { rows } = await sql<{ uses: number }>`
        select generic_plans + custom_plans as uses from pg_prepared_statements where statement like '%"charities" where%'
      `.execute(connection);
      expect(rows).toEqual([{ uses: 3 }]);
    });
  });

  test('a statement that meets a column added by another process is sent again', async () => {
    await findCharity(db.read, { id: 1 });
    await sql`alter table charities add column motto text`.execute(db.write);
    expect(await findCharity(db.read, { id: 1 })).toEqual([{ id: 1, name: 'Bread', motto: null }]);
  });

  test('a transaction that meets a column added by another process runs again', async () => {
    const find = () => inTransaction(db, (tx) => findCharity(tx, { id: 1 }));
    await find();
    await sql`alter table charities add column motto text`.execute(db.write);
    expect(await find()).toEqual([{ id: 1, name: 'Bread', motto: null }]);
  });
});
