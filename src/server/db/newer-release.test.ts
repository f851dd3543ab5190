import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { paypalPage } from '#test/support/payments/paypal-calls.ts';
import { openDatabase } from './open-database.ts';

forEachDatabase((engine) => {
  describe('a running process whose database a newer release has migrated', () => {
    let world: AppWithSandbox;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(() => world.close());

    /** Adds a table, and a column and an index to every table, over separate connections. */
    const migrateAsNewerRelease = async (): Promise<void> => {
      const newer = openDatabase(world.app.deps.config, () => undefined).patient;
      for (const { name } of await newer.read.introspection.getTables()) {
        const column = sql.ref('added_by_newer_release');
        await sql`alter table ${sql.table(name)} add column ${column} text`.execute(newer.write);
        await sql`create index ${sql.ref(`${name}_by_added`)} on ${sql.table(name)} (${column})`.execute(newer.write);
      }
      await sql`create table newer_things (id text primary key)`.execute(newer.write);
      await sql`insert into kysely_migration values (${'9999-more'}, ${'2030-01-01T00:00:00.000Z'})`.execute(
        newer.write,
      );
      await newer.close();
    };

    /** Donates by card and through PayPal, as a guest and as a user who then looks at the donations. */
    const donate = async (name: string): Promise<void> => {
      await world.pay();
      const donor = await signIn(world.app, { username: name, email: `${name}@example.org` });
      const page = paypalPage(world.app, donor.cookie);
      const orderId = await page.order();
      await world.control.approveOrder(orderId);
      expect((await page.capture(orderId)).json()).toMatchObject({ status: 'settled' });
      await world.sandbox.sandbox.webhooks.whenIdle();
      const read = (url: string) => world.app.server.inject({ url, headers: { cookie: donor.cookie } });
      expect((await read('/api/donations')).json()).toHaveLength(1);
      expect((await read('/api/impact')).json()).toMatchObject({ donationsCount: 1 });
    };

    test('continues to take donations', async () => {
      for (let round = 0; round < 6; round += 1) await donate(`before-${round}`); // so that every statement is prepared
      await migrateAsNewerRelease();
      for (let round = 0; round < 6; round += 1) await donate(`after-${round}`);
      expect(await world.discrepancies()).toEqual([]);
      const { count } = await world.app.deps.db.read
        .selectFrom('donations')
        .select((e) => e.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      expect(count).toBe(24);
      expect(world.app.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    });
  });
});
