import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newest } from '#server/db/list-page.ts';
import { newId } from '#server/ids.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { collectStatistics, explainQuery } from '#test/support/app/explain-query.ts';
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
    const messages = Array.from({ length: 2000 }, (_, index) => ({
      id: `msg_${index}`,
      content: '{}',
      status: 'new' as const,
      sent_at: '2026-03-04T12:00:00.000Z',
      email_key: `${index}@example.org`,
    }));
    await app.deps.db.write.insertInto('contact_messages').values(messages).execute();
    await collectStatistics(app.deps.db);
  });
  afterAll(() => app.close());

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
    const plan = (await explainQuery(app.deps.db, query)).join('\n');
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/Sort|TEMP B-TREE/);
  });
});
