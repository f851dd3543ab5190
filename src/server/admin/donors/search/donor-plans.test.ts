import { DatabaseSync } from 'node:sqlite';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newest } from '#server/db/list-page.ts';
import { newId } from '#server/ids.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { insertGuestDonation } from '#test/support/payments/guest-donations.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { findDonorDonations } from '../detail/donor-donations.ts';
import { readDonor } from '../detail/read-donor.ts';
import { findDonor } from '../find-donor.ts';
import { searchDonors } from './search-donors.ts';

const largeTables = ['users', 'payer_emails', 'donations', 'donation_intents', 'contact_messages', 'plans', 'outbox'];

test('no search for donors and no page about a donor reads a whole table', async () => {
  const app = await startApp('sqlite', { cards: stubCards() });
  const { user } = await signIn(app, { email: 'ana@example.org' });
  const { id, intent_id: intentId } = await insertGuestDonation(app.deps, 'guest@example.org');
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
  const { db } = app.deps;
  for (const search of [
    '',
    'ana',
    'Ana Silva',
    'ana@example.org',
    user.id,
    intentId,
    id,
    newId('pln', app.deps.random),
  ])
    await searchDonors(db, search, newest);
  for (const donorId of [user.id, intentId, id]) {
    const donor = (await findDonor(db.read, donorId))!;
    await readDonor(app.deps, donor, true);
    await findDonorDonations(db.read, donor, newest);
  }
  const statements = prepared.mock.calls.map(([statement]) => statement);
  prepared.mockRestore();
  const file = new DatabaseSync(`${app.deps.config.dataDir}/kindbite.db`, { readOnly: true });
  const steps = statements.flatMap((statement) =>
    (file.prepare(`explain query plan ${statement}`).all() as { detail: string }[]).map(({ detail }) => detail),
  );
  file.close();
  await app.close();
  expect(statements.length).toBeGreaterThan(20);
  const fullReads = new RegExp(
    `^SCAN (?:${largeTables.join('|')})\\b(?! USING INDEX (?:users_by_time|payer_emails_by_time))`,
  );
  expect(steps.filter((step) => fullReads.test(step))).toEqual([]);
});

forEachDatabase((engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp(engine, { cards: stubCards() });
  });
  afterAll(() => app.close());

  /** Explains a query. PostgreSQL would not use an index of an empty table, so sequential scans and sorts are turned off. */
  async function planOf(query: RawBuilder<unknown>): Promise<string> {
    const { db } = app.deps;
    if (engine === 'sqlite') {
      const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(db.read);
      return rows.map(({ detail }) => detail).join('\n');
    }
    return db.write.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      await sql`set local enable_sort = off`.execute(tx);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(tx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
  }

  test.each([
    [
      'the newest accounts',
      sql`select id from users where created_at <= 'z' and (created_at, id) < ('z', '') order by created_at desc, id desc limit 51`,
      'users_by_time',
    ],
    [
      'the messages of an address',
      sql`select id from contact_messages where email_key = 'a@b' order by sent_at desc limit 20`,
      'contact_messages_by_email',
    ],
  ])('%s are read in the order of an index', async (_what, query, index) => {
    expect(await planOf(query)).toContain(index);
  });
});
