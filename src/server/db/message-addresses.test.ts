import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseConfig } from '#server/config/config.ts';
import { forEachDatabase, freshDatabase, type FreshDatabase } from '#test/support/app/databases.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';

forEachDatabase((engine) => {
  describe('migration 0045', () => {
    let fresh: FreshDatabase;
    let db: Database;

    beforeEach(async () => {
      fresh = await freshDatabase(engine);
      db = openDatabase(parseConfig({ DATA_DIR: fresh.dataDir, DATABASE_URL: fresh.databaseUrl }), () => undefined);
    });
    afterEach(async () => {
      await db.close();
      await fresh.drop();
    });

    test('stores the address of each message in the form in which addresses are compared', async () => {
      await migrate(db, '0044-review-resolutions');
      const addresses = ['Ana@Example.org', ...Array.from({ length: 501 }, (_, count) => `Guest${count}@example.org`)];
      for (const [number, email] of addresses.entries()) {
        const content = JSON.stringify({ name: '\u0000', email, subject: '', message: '' });
        await sql`insert into contact_messages (id, content, status, sent_at)
          values (${`msg_${number}`}, ${content}, 'new', '')`.execute(db.write);
      }
      await migrate(db);
      const rows = await db.read.selectFrom('contact_messages').select(['id', 'email_key']).execute();
      const keys = new Map(rows.map(({ id, email_key: key }) => [id, key]));
      expect(addresses.map((_, number) => keys.get(`msg_${number}`))).toEqual(
        addresses.map((email) => email.toLowerCase()),
      );
    });
  });
});
