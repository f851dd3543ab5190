import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seedCatalogue } from '#server/catalogue/index.ts';
import { parseConfig } from '#server/config/config.ts';
import { insertPastDonations } from '#test/support/payments/past-donations.ts';
import { forEachDatabase, freshDatabase, type FreshDatabase } from '#test/support/app/databases.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';

/** A separate process that opens the database, migrates and seeds it. */
const startingProcess = `
  const { openDatabase } = await import('#server/db/open-database.ts');
  const { migrate } = await import('#server/db/migrate.ts');
  const { seedCatalogue } = await import('#server/catalogue/index.ts');
  const db = openDatabase(JSON.parse(process.argv[1]), () => undefined);
  await migrate(db);
  await seedCatalogue(db);
  await db.close();
`;

forEachDatabase((engine) => {
  describe('the schema', () => {
    let place: FreshDatabase;
    let opened: Database[];

    beforeEach(async () => {
      place = await freshDatabase(engine);
      opened = [];
    });
    afterEach(async () => {
      for (const db of opened) await db.close();
      await place.drop();
    });

    const open = (): Database => {
      const config = parseConfig({ DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl });
      const db = openDatabase(config, () => undefined);
      opened.push(db);
      return db;
    };
    const done = async (db: Database): Promise<string[]> =>
      (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db.read)).rows.map(
        ({ name }) => name,
      );

    test('is created from nothing, each migration once, in order', async () => {
      const db = open();
      await migrate(db);
      const names = await done(db);
      expect(names[0]).toBe('0001-first-donation');
      expect(names).toEqual(names.toSorted());
    });

    test('is left unchanged, with its data, when it is migrated again', async () => {
      const db = open();
      await migrate(db);
      const before = await done(db);
      await db.write.insertInto('charities').values({ id: 5, name: 'Kept' }).execute();
      await migrate(db);
      expect(await done(db)).toEqual(before);
      expect(await db.read.selectFrom('charities').select('name').execute()).toEqual([{ name: 'Kept' }]);
    });

    test('is created once when four processes start at once', async () => {
      const run = () =>
        promisify(execFile)(process.execPath, [
          '--input-type=module',
          '--eval',
          startingProcess,
          JSON.stringify({ dataDir: place.dataDir, databaseUrl: place.databaseUrl }),
        ]);
      await Promise.all([run(), run(), run(), run()]);
      const db = open();
      expect(new Set(await done(db)).size).toBe((await done(db)).length);
      expect(await db.read.selectFrom('snacks').select('id').execute()).toHaveLength(7);
    });

    test('migration 0010 fills the column `about` of existing jobs', async () => {
      const db = open();
      await migrate(db);
      await db.write.schema.dropIndex('outbox_by_about').execute();
      await db.write.schema.alterTable('outbox').dropColumn('about').execute();
      for (const index of [
        'outbox_by_kind',
        'donation_intents_by_donor',
        'unasked_mails_by_time',
        'contact_replies_by_message',
      ])
        await db.write.schema.dropIndex(index).execute();
      await db.write.schema.createIndex('outbox_by_run_at').on('outbox').columns(['status', 'run_at']).execute();
      await db.write.schema.dropTable('payer_emails').execute();
      await sql`delete from kysely_migration where name >= '0010-own-rows'`.execute(db.write);
      const payloads = [
        '{"userId":"usr_1"}',
        '{"planId":"pln_1","change":"pause"}',
        '{"donationId":"don_1"}',
        '{"token":""}',
      ];
      for (const [at, payload] of payloads.entries())
        await sql`insert into outbox (id, kind, payload, dedupe_key, status, run_at, attempts, created_at)
          values (${`out_${at}`}, 'receipt', ${payload}, ${`key_${at}`}, 'waiting', '', 0, '')`.execute(db.write);
      await migrate(db);
      const rows = await db.read.selectFrom('outbox').select('about').orderBy('id').execute();
      expect(rows.map(({ about }) => about)).toEqual(['usr_1', 'pln_1', null, null]);
    });

    test('migration 0014 corrects the receipts of guests, which had no recipient', async () => {
      const db = open();
      await migrate(db);
      await seedCatalogue(db);
      const [byGuest, byDonor] = await insertPastDonations({ db, random: { bytes: randomBytes } }, [{}, {}]);
      const intentUpdate = db.write.updateTable('donation_intents').set({ donor_id: 'usr_1' });
      await intentUpdate.where('donation_id', '=', byDonor!.id).execute();
      await db.write.schema.dropTable('payer_emails').execute();
      await sql`delete from kysely_migration where name >= '0014-payer-emails'`.execute(db.write);
      for (const { id } of [byGuest!, byDonor!])
        await sql`insert into outbox (id, kind, payload, dedupe_key, status, run_at, attempts, created_at)
          values (${`out_${id}`}, 'receipt', '{}', ${`receipt:${id}`}, 'done', '', 1, '')`.execute(db.write);
      await migrate(db);
      const jobs = await db.read.selectFrom('outbox').select(['dedupe_key', 'status']).orderBy('status').execute();
      expect(jobs).toEqual([
        { dedupe_key: `receipt:${byDonor!.id}`, status: 'done' },
        { dedupe_key: `receipt:${byGuest!.id}`, status: 'no_recipient' },
      ]);
    });

    test('is rolled back when a migration fails, with an error', async () => {
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
      const twin = {
        kind: 'receipt',
        payload: '{}',
        dedupe_key: 'receipt:don_1',
        status: 'waiting',
        run_at: '',
        attempts: 0,
        locked_until: null,
        last_error: null,
        created_at: '',
      } as const;
      const insert = (id: string) =>
        db.write
          .insertInto('outbox')
          .values({ id, ...twin })
          .execute();
      await insert('out_1');
      await expect(insert('out_2')).rejects.toThrow(/unique/i);
    });
  });
});

describe('several handles on one PostgreSQL database', () => {
  test('migrate at once, and all find the schema', async () => {
    const place = await freshDatabase('postgres');
    const handles = [1, 2, 3].map(() =>
      openDatabase({ dataDir: place.dataDir, databaseUrl: place.databaseUrl }, () => undefined),
    );
    await Promise.all(handles.map(migrate));
    for (const db of handles) expect(await db.read.selectFrom('donations').selectAll().execute()).toEqual([]);
    for (const db of handles) await db.close();
    await place.drop();
  });
});
