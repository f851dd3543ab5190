import { DatabaseSync } from 'node:sqlite';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { DonationFilters } from '#contract/admin/donations/search.ts';
import { money } from '#domain/money/money.ts';
import { newest } from '#server/db/list-page.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { collectStatistics, explainQuery } from '#test/support/app/explain-query.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { insertPastDonations } from '#test/support/payments/past-donations.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import {
  allDonations,
  disputedDonations,
  donationsByCard,
  donationsCharged,
  monthlyDonations,
  partlyReversedDonations,
  paymentsOfPeople,
  paymentsWithIds,
  reversedDonations,
  unpaidIn,
  type FindCandidates,
} from './candidates.ts';
import { searchDonations } from './search-donations.ts';

const range = { from: '2026-01-01', before: newest, candidatesMax: 51 };

/** Each search, and the index with which it reads its largest table. */
const searches: readonly (readonly [string, FindCandidates, string])[] = [
  ['all donations', allDonations, 'donations_by_time'],
  ['monthly donations', monthlyDonations, 'donations_monthly'],
  ['an amount', donationsCharged(money(999, 'CAD')), 'donations_by_charge'],
  ['a card', donationsByCard('4242'), 'payment_cards_by_last_four'],
  ['pending payments', unpaidIn('pending'), 'donation_intents_by_status'],
  ['refunded donations', reversedDonations, 'reversals_taken'],
  ['partly refunded donations', partlyReversedDonations, 'reversals_partial'],
  ['disputed donations', disputedDonations, 'reversals_disputing'],
  ['people', paymentsOfPeople(['usr_1', 'usr_2'], 'ana@example.org'), 'donations_by_donor'],
  ['unpaid payments of people', paymentsOfPeople(['usr_1', 'usr_2']), 'donation_intents_unpaid_by_donor'],
  ["a guest's address", paymentsOfPeople([], 'ana@example.org'), 'payer_emails_by_email'],
  ['ids', paymentsWithIds(['int_1', 'int_2']), 'donation_intents_pk'],
];

/** Writes 2,000 coffees, each with a card, an email address and a full refund, of which most searches find none. */
async function writePayments({ deps }: TestApp): Promise<void> {
  await insertPastDonations(
    deps,
    Array.from({ length: 2000 }, () => ({})),
  );
  const { write } = deps.db;
  await sql`insert into payment_cards (intent_id, brand, last_four, paid_at)
    select intent_id, 'visa', '1111', donated_at from donations`.execute(write);
  await sql`insert into payer_emails (intent_id, email, email_key, paid_at)
    select intent_id, intent_id || '@example.org', intent_id || '@example.org', donated_at from donations`.execute(
    write,
  );
  await sql`insert into reversals (provider, reversal_id, kind, payment_id, intent_id, status, amount_minor, currency, is_active,
      is_itemized, taken_minor, subtotal_minor, service_fee_minor, loss_minor, postings, occurred_at, updated_at)
    select 'stripe', 're_' || id, 'refund', 'pi_' || id, intent_id, 'taken', charge_total_minor, charge_currency, 1,
      0, charge_total_minor, charge_subtotal_minor, charge_service_fee_minor, 0, 1, donated_at, donated_at
    from donations`.execute(write);
}

forEachDatabase((engine) => {
  describe('a search of the donations', () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
      await writePayments(app);
      await collectStatistics(app.deps.db);
    });
    afterAll(() => app.close());

    const planOf = (query: RawBuilder<unknown>): Promise<string[]> => explainQuery(app.deps.db, query);

    /** Returns true for a step that reads a table, or an index of it from one end to the other. */
    const isFullRead = (step: string): boolean =>
      engine === 'sqlite'
        ? /^SCAN (donations|donation_intents|payer_emails|payment_cards|users|reversals)/.test(step)
        : /Seq Scan on (donations|donation_intents|payer_emails|payment_cards|users|reversals)/.test(step);

    test.each(searches)('for %s uses an index', async (_what, find, index) => {
      const plan = await planOf(find(range));
      expect(plan.filter(isFullRead)).toEqual([]);
      if (index !== 'donation_intents_pk') expect(plan.join('\n')).toContain(index);
    });

    test('for the beginning of a name uses an index', async () => {
      const collation = engine === 'postgres' ? sql` collate "C"` : sql``;
      for (const column of ['first_name', 'last_name', 'username']) {
        const key = sql`lower(${sql.ref(column)})${collation}`;
        const plan = await planOf(sql`select id from users where ${key} >= ${'an'} and ${key} < ${'ao'} limit 200`);
        expect(plan.join('\n')).toMatch(new RegExp(`users_by_(${column}|full_name)`));
      }
    });

    test('for a full name uses the index of both names', async () => {
      const collation = engine === 'postgres' ? sql` collate "C"` : sql``;
      const [first, last] = [sql`lower(first_name)${collation}`, sql`lower(last_name)${collation}`];
      const plan = await planOf(
        sql`select id from users where ${first} = ${'ana'} and ${last} >= ${'si'} and ${last} < ${'sj'} limit 200`,
      );
      expect(plan.join('\n')).toContain('users_by_full_name');
    });

    test('without an index is recognized as a full read', async () => {
      const plan = await planOf(sql`select id from donations where label = ${'Coffee'}`);
      expect(plan.some(isFullRead)).toBe(true);
    });
  });
});

/** Filters by indexed columns in which most payments have the same value. */
const filters: readonly DonationFilters[] = [
  { provider: 'paypal' },
  { kind: 'monthly', provider: 'stripe' },
  { state: 'refunded' },
  { state: 'pending', charity: '5' },
];

describe('a filter on sqlite', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp('sqlite', { cards: stubCards() });
  });
  afterAll(() => app.close());

  test.each(filters)('%j looks up each candidate by its id', async (chosen) => {
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
    await searchDonations(app.deps.db, chosen, newest);
    const statements = prepare.mock.calls.map(([statement]) => statement).filter((text) => text.includes('candidate'));
    prepare.mockRestore();
    const db = new DatabaseSync(`${app.deps.config.dataDir}/kindbite.db`, { readOnly: true });
    const steps = statements.flatMap(
      (statement) => db.prepare(`explain query plan ${statement}`).all() as { detail: string }[],
    );
    db.close();
    const joined = steps.map(({ detail }) => detail).filter((detail) => / donation_intents .*\(id=\?\)/.test(detail));
    expect(joined.length).toBeGreaterThan(0);
    expect(steps.filter(({ detail }) => /donation_intents_by_payment|^SCAN donation/.test(detail))).toEqual([]);
  });
});
