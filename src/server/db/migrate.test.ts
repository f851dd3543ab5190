import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seedCatalogue } from '#server/catalogue/index.ts';
import { parseConfig } from '#server/config/config.ts';
import { forEachDatabase, freshDatabase, type FreshDatabase } from '#test/support/app/databases.ts';
import type { Database } from './database.ts';
import { migrate, migrationNames, NewerSchema } from './migrate.ts';
import { apiTokens } from './migrations/0057-api-tokens.ts';
import { openDatabase } from './open-database.ts';

/** Rows of earlier schemas, with the columns that every one of them requires. */
const oldJob = { kind: 'receipt', status: 'waiting', run_at: '', attempts: 0, created_at: '' };
const oldUser = { email: '', password_hash: '', country: 'CA', time_zone: 'UTC', created_at: '' };
const oldIntent = {
  request_hash: '',
  version: 1,
  status: 'settled',
  provider: 'stripe',
  expires_at: '',
  charity_id: 6,
  label: 'Coffee',
  items: '[]',
  meals: 3,
  is_recurring: 0,
  amount_minor: 350,
  service_fee_minor: 35,
  currency: 'USD',
  charge_subtotal_minor: 476,
  charge_service_fee_minor: 48,
  charge_total_minor: 524,
  charge_currency: 'CAD',
  exchange_rate: '1.36',
  rates_set_on: '2026-01-01',
  time_zone: 'UTC',
  success_url: '',
  cancel_url: '',
  created_at: '',
  updated_at: '',
};

/** Inserts a row of a schema that the types no longer describe. */
async function insertRow(db: Database, table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db.write);
}

forEachDatabase((engine) => {
  describe('the schema', () => {
    let fresh: FreshDatabase;
    let opened: Database[];

    beforeEach(async () => {
      fresh = await freshDatabase(engine);
      opened = [];
    });
    afterEach(async () => {
      for (const db of opened) await db.close();
      await fresh.drop();
    });

    const open = (): Database => {
      const config = parseConfig({ DATA_DIR: fresh.dataDir, DATABASE_URL: fresh.databaseUrl });
      const db = openDatabase(config, () => undefined);
      opened.push(db);
      return db;
    };
    const appliedNames = async (db: Database): Promise<string[]> =>
      (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db.read)).rows.map(
        ({ name }) => name,
      );

    test('is created from nothing, each migration once, in order', async () => {
      const db = open();
      await migrate(db);
      const names = await appliedNames(db);
      expect(names[0]).toBe('0001-first-donation');
      expect(names).toEqual(names.toSorted());
    });

    test('gets a migration whose number is below one that an earlier release has run', async () => {
      const db = open();
      await migrate(db, '0053-published-versions');
      await apiTokens.up(db.write);
      const name = '0057-api-tokens';
      await sql`insert into kysely_migration values (${name}, ${'2026-01-01T00:00:00.000Z'})`.execute(db.write);
      await migrate(db);
      expect(await appliedNames(db)).toEqual(migrationNames);
    });

    test('is left unchanged, with its data, when it is migrated again', async () => {
      const db = open();
      await migrate(db);
      const before = await appliedNames(db);
      await db.write.insertInto('charities').values({ id: 5, name: 'Kept' }).execute();
      await migrate(db);
      expect(await appliedNames(db)).toEqual(before);
      expect(await db.read.selectFrom('charities').select('name').execute()).toEqual([{ name: 'Kept' }]);
    });

    test('migration 0010 fills the column `about` of existing jobs', async () => {
      const db = open();
      await migrate(db, '0009-plans');
      const payloads = [
        '{"userId":"usr_1"}',
        '{"planId":"pln_1","change":"pause"}',
        '{"donationId":"don_1"}',
        '{"token":""}',
      ];
      for (const [at, payload] of payloads.entries())
        await insertRow(db, 'outbox', { ...oldJob, id: `out_${at}`, payload, dedupe_key: `key_${at}` });
      await migrate(db);
      const rows = await db.read.selectFrom('outbox').select('about').orderBy('id').execute();
      expect(rows.map(({ about }) => about)).toEqual(['usr_1', 'pln_1', null, null]);
    });

    test('migration 0014 corrects the receipts of guests, which had no recipient', async () => {
      const db = open();
      await migrate(db, '0013-replies-by-message');
      await insertRow(db, 'charities', { id: 6, name: 'Kept' });
      for (const [name, donor] of Object.entries({ guest: null, donor: 'usr_1' })) {
        await insertRow(db, 'donation_intents', {
          ...oldIntent,
          id: `int_${name}`,
          donation_id: `don_${name}`,
          donor_id: donor,
        });
        const receipt = { id: `out_${name}`, payload: '{}', dedupe_key: `receipt:don_${name}` };
        await insertRow(db, 'outbox', { ...oldJob, ...receipt, status: 'done' });
      }
      await migrate(db);
      const jobs = await db.read.selectFrom('outbox').select(['id', 'status']).orderBy('id').execute();
      expect(jobs).toEqual([
        { id: 'out_donor', status: 'done' },
        { id: 'out_guest', status: 'no_recipient' },
      ]);
    });

    test('migration 0032 makes the administrator the first Owner', async () => {
      const db = open();
      await migrate(db, '0028-dispute-decisions');
      for (const [role, name] of Object.entries({ admin: 'admin', donor: 'ana' }))
        await insertRow(db, 'users', {
          ...oldUser,
          id: name,
          username: name,
          username_key: name,
          email_key: name,
          role,
        });
      await migrate(db);
      const rows = await db.read.selectFrom('users').select(['id', 'role', 'staff_role']).orderBy('id').execute();
      expect(rows).toEqual([
        { id: 'admin', role: 'admin', staff_role: 'owner' },
        { id: 'ana', role: 'donor', staff_role: null },
      ]);
    });

    test('migration 0024 stores the intents of quarantined events', async () => {
      const db = open();
      await migrate(db, '0022-declines');
      await insertRow(db, 'charities', { id: 6, name: 'Kept' });
      const intent = { ...oldIntent, id: 'int_1', donation_id: 'don_1', provider_session_id: 'cs_1' };
      await insertRow(db, 'donation_intents', intent);
      const details = ['{"intentId":"int_9","sessionId":"cs_9"}', '{"sessionId":"cs_1"}', '{"sessionId":"cs_2"}', '{}'];
      for (const [at, detail] of details.entries())
        await insertRow(db, 'quarantined_events', {
          provider: 'stripe',
          event_id: `evt_${at}`,
          reason: 'other_amount',
          detail,
          quarantined_at: '',
        });
      await migrate(db);
      const rows = await db.read.selectFrom('quarantined_events').select('intent_id').orderBy('event_id').execute();
      expect(rows.map(({ intent_id: intentId }) => intentId)).toEqual(['int_9', 'int_1', null, null]);
    });

    test('migration 0016 stores what active reversals have taken', async () => {
      const db = open();
      await migrate(db, '0014-payer-emails');
      for (const [index, status] of (['lost', 'returned'] as const).entries())
        await insertRow(db, 'reversals', {
          provider: 'stripe',
          reversal_id: `du_${index}`,
          kind: 'dispute',
          payment_id: 'pi_1',
          status,
          amount_minor: 524,
          currency: 'CAD',
          is_standing: status === 'lost' ? 1 : 0,
          subtotal_minor: status === 'lost' ? 476 : 0,
          service_fee_minor: status === 'lost' ? 48 : 0,
          postings: 1,
          occurred_at: '',
          updated_at: '',
        });
      await migrate(db);
      const rows = db.read.selectFrom('reversals').select(['is_active', 'is_itemized', 'taken_minor', 'loss_minor']);
      expect(await rows.orderBy('reversal_id').execute()).toEqual([
        { is_active: 1, is_itemized: 0, taken_minor: 524, loss_minor: 0 },
        { is_active: 0, is_itemized: 0, taken_minor: 0, loss_minor: 0 },
      ]);
    });

    describe('that a newer release has migrated', () => {
      const addMigration = (db: Database, name: string) =>
        sql`insert into kysely_migration values (${name}, ${'2030-01-01T00:00:00.000Z'})`.execute(db.write);

      test('is accepted without changes', async () => {
        const db = open();
        await migrate(db);
        await sql`alter table charities add column motto text`.execute(db.write);
        await addMigration(db, '9999-mottos');
        const before = await appliedNames(db);
        await migrate(open());
        expect(await appliedNames(db)).toEqual(before);
        await seedCatalogue(db);
        expect(await db.read.selectFrom('charities').select('id').execute()).toHaveLength(5);
      });

      test('is refused with one sentence after a change that this release cannot work with', async () => {
        const db = open();
        await migrate(db);
        await addMigration(db, '9999-other-amounts-breaking');
        await expect(migrate(open())).rejects.toThrow(new NewerSchema('9999-other-amounts-breaking'));
      });
    });

    test('is rolled back when a migration fails, and the error is reported', async () => {
      const db = open();
      await sql`create table outbox (id text)`.execute(db.write);
      const failure: unknown = await migrate(db).catch((error: unknown) => error);
      expect(failure).toMatchObject({
        message: 'the database could not be migrated',
        cause: { message: expect.stringContaining('outbox') },
      });
      await expect(sql`select * from donations`.execute(db.read)).rejects.toThrow(/donations/);
    });

    test('refuses a second job with the same deduplication key', async () => {
      const db = open();
      await migrate(db);
      await seedCatalogue(db);
      const job = {
        kind: 'receipt',
        payload: '{}',
        dedupe_key: 'receipt:don_1',
        status: 'waiting',
        run_at: '',
        attempts: 0,
        unavailable_attempts: 0,
        locked_until: null,
        last_error: null,
        created_at: '',
      } as const;
      const insert = (id: string) =>
        db.write
          .insertInto('outbox')
          .values({ id, ...job })
          .execute();
      await insert('out_1');
      await expect(insert('out_2')).rejects.toThrow(/unique/i);
    });
  });
});
