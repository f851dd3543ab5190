import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListedDonation, ListedDonationsResponse } from '#contract/admin/donations/search.ts';
import { nextCursorHeader } from '#contract/endpoint.ts';
import { writeCursor } from '#server/db/list-page.ts';
import type { DonationRow } from '#server/db/tables.ts';
import { signIn, signInAdmin, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { openIntent } from '#test/support/payments/open-intent.ts';
import { insertPastDonations, type DonationChanges } from '#test/support/payments/past-donations.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

forEachDatabase((engine) => {
  describe('GET /api/admin/donations', () => {
    let app: TestApp;
    let cookie: string;
    let ana: SignedIn;
    let guests: DonationRow;
    let anas: DonationRow;
    let refunded: DonationRow;
    let claimed: DonationRow;
    let unpaid: string;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
      cookie = await signInAdmin(app);
      ana = await signIn(app, { username: 'bella', firstName: 'Élodie', lastName: 'Silva', email: 'Ana@Example.org' });
      guests = await insert({ donated_at: '2026-03-01T10:00:00.000Z' });
      anas = await insert({ donated_at: '2026-03-02T00:00:00.000Z', donor_id: ana.user.id, is_recurring: 1 });
      refunded = await insert({ donated_at: '2026-03-02T23:59:59.999Z', charity_id: 7 });
      claimed = await insert({ donated_at: '2026-03-03T00:00:00.000Z', donor_id: ana.user.id });
      await nameProvider(guests, 'paypal', '8MC585209K746392H');
      await nameProvider(refunded, 'stripe', 'pi_refunded');
      await typeAddress(guests, 'guest@example.org');
      await typeAddress(claimed, 'other@example.org');
      await storeCard(refunded, '4242');
      await refund(refunded);
      unpaid = (await openIntent(app)).donation_id;
    });
    afterAll(() => app.close());

    const write = () => app.deps.db.write;
    async function insert(changes: DonationChanges): Promise<DonationRow> {
      const [row] = await insertPastDonations(app.deps, [changes]);
      if (!row) throw new Error('nothing was inserted');
      return row;
    }
    const nameProvider = ({ intent_id: id }: DonationRow, provider: 'stripe' | 'paypal', paymentId: string) =>
      write()
        .updateTable('donation_intents')
        .set({ provider, provider_payment_id: paymentId })
        .where('id', '=', id)
        .execute();
    const typeAddress = ({ intent_id, donated_at: paid_at }: DonationRow, email: string) =>
      write().insertInto('payer_emails').values({ intent_id, email, email_key: email, paid_at }).execute();
    const storeCard = ({ intent_id, donated_at: paid_at }: DonationRow, last_four: string) =>
      write().insertInto('payment_cards').values({ intent_id, brand: 'visa', last_four, paid_at }).execute();
    const refund = ({ intent_id, charge_subtotal_minor, charge_service_fee_minor, charge_total_minor }: DonationRow) =>
      write()
        .insertInto('reversals')
        .values({
          provider: 'stripe',
          reversal_id: 're_1',
          kind: 'refund',
          payment_id: 'pi_refunded',
          intent_id,
          status: 'lost',
          amount_minor: charge_total_minor,
          currency: 'CAD',
          is_active: 1,
          is_itemized: 0,
          taken_minor: charge_total_minor,
          subtotal_minor: charge_subtotal_minor,
          service_fee_minor: charge_service_fee_minor,
          loss_minor: 0,
          refunded_minor: null,
          decided_at: null,
          postings: 1,
          occurred_at: '2026-03-05T00:00:00.000Z',
          updated_at: '2026-03-05T00:00:00.000Z',
        })
        .execute();

    const get = (query: Readonly<Record<string, string>> = {}, sentBy = cookie) =>
      app.server.inject({ url: '/api/admin/donations', query: { ...query }, headers: { cookie: sentBy } });
    const list = async (query: Readonly<Record<string, string>> = {}): Promise<readonly ListedDonation[]> =>
      (await get(query)).json<ListedDonationsResponse>().donations;
    const ids = async (query: Readonly<Record<string, string>> = {}): Promise<string[]> =>
      (await list(query)).map(({ id }) => id);

    test('lists donations newest first, with their states and donors', async () => {
      expect(await ids()).toEqual([claimed.id, refunded.id, anas.id, guests.id]);
      const [ofClaimed, ofRefunded, , ofGuest] = await list();
      expect(ofClaimed).toEqual({
        id: claimed.id,
        state: 'paid',
        at: claimed.donated_at,
        charged: 5.24,
        reversed: 0,
        currency: 'CAD',
        charityId: 6,
        charityName: 'Food banks across Canada',
        label: 'Coffee',
        kind: 'one_time',
        provider: 'stripe',
        donorId: ana.user.id,
        donorName: 'Élodie Silva',
        email: 'Ana@Example.org',
      });
      expect(ofRefunded).toMatchObject({ state: 'refunded', charged: 5.24, reversed: 5.24 });
      expect(ofGuest).toMatchObject({ provider: 'paypal', donorId: null, donorName: null, email: 'guest@example.org' });
    });

    test.each([
      ["the account's address", 'ana@example.org', () => [claimed.id, anas.id]],
      ['an address that a guest typed', 'GUEST@example.org', () => [guests.id]],
      ['the address typed for a donation that has since been claimed', 'other@example.org', () => [claimed.id]],
      ['an unknown address', 'no@example.org', () => []],
      ['the beginning of the first name', 'élo', () => [claimed.id, anas.id]],
      ['the beginning of the last name', 'SIL', () => [claimed.id, anas.id]],
      ['the full name', 'élodie silv', () => [claimed.id, anas.id]],
      ['the username', 'Bella', () => [claimed.id, anas.id]],
      ['the middle of a name', 'odie', () => []],
      ['a wildcard', '%', () => []],
      ['the last four digits', '4242', () => [refunded.id]],
      ['other digits', '4243', () => []],
      ['the amount', 'CA$5.24', () => [claimed.id, refunded.id, anas.id, guests.id]],
      ['another amount', 'CA$5.25', () => []],
      ['the same amount in another currency', '5.24 USD', () => []],
      ['a day in UTC', '2026-03-02', () => [refunded.id, anas.id]],
      ["the provider's id of a payment", '8MC585209K746392H', () => [guests.id]],
      ["the provider's id of a refund", 're_1', () => [refunded.id]],
    ])('finds by %s', async (_what, search, found) => {
      expect(await ids({ search })).toEqual(found());
    });

    test('finds by any of our ids, even in a link, and by the session', async () => {
      const searches = [anas.id, anas.intent_id, `https://site.example/claim/${anas.id}`, `cs_test_${anas.intent_id}`];
      for (const search of searches) expect([search, await ids({ search })]).toEqual([search, [anas.id]]);
      expect(await ids({ search: ana.user.id })).toEqual([claimed.id, anas.id]);
      expect(await ids({ search: unpaid })).toEqual([unpaid]);
    });

    test.each([
      [{ state: 'refunded' }, () => [refunded.id]],
      [{ state: 'paid' }, () => [claimed.id, anas.id, guests.id]],
      [{ state: 'disputed' }, () => []],
      [{ state: 'partly_refunded' }, () => []],
      [{ state: 'pending' }, () => [unpaid]],
      [{ state: 'expired' }, () => []],
      [{ charity: '7' }, () => [refunded.id]],
      [{ provider: 'paypal' }, () => [guests.id]],
      [{ kind: 'monthly' }, () => [anas.id]],
      [{ kind: 'one_time', provider: 'stripe', state: 'paid' }, () => [claimed.id]],
      [{ from: '2026-03-02', to: '2026-03-02' }, () => [refunded.id, anas.id]],
      [{ to: '2026-03-01' }, () => [guests.id]],
      [{ from: '2026-03-03' }, () => [claimed.id]],
      [{ search: '2026-03-02', from: '2026-03-03' }, () => []],
      [{ search: 'ana@example.org', kind: 'monthly' }, () => [anas.id]],
    ])('is filtered by %j', async (query, found) => {
      expect(await ids(query)).toEqual(found());
    });

    test.each([
      [{ state: 'lost' }, 'There is no such filter.'],
      [{ charity: 'x' }, 'There is no such charity.'],
      [{ from: '2026-02-30' }, 'Please enter a day as YYYY-MM-DD.'],
      [{ search: 'x'.repeat(201) }, 'A search can have at most 200 characters.'],
      [{ cursor: 'nonsense' }, 'This page of donations does not exist.'],
    ])('refuses %j', async (query, sentence) => {
      const response = await get(query);
      expect([response.statusCode, response.json<unknown>()]).toEqual([400, refusal('invalid_request', sentence)]);
    });
  });

  describe('the pages of GET /api/admin/donations', () => {
    let app: TestApp;
    let cookie: string;
    let written: readonly DonationRow[];

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
      cookie = await signInAdmin(app);
      written = await insertPastDonations(
        app.deps,
        Array.from({ length: 5201 }, (_, index) => ({
          donated_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 7) * 1000).toISOString(), // seven at each instant
          ...(index < 3 ? { is_recurring: 1, charity_id: 7 } : {}),
        })),
      );
    });
    afterAll(() => app.close());

    const get = (query: Readonly<Record<string, string>>) =>
      app.server.inject({ url: '/api/admin/donations', query: { ...query }, headers: { cookie } });
    const newestFirst = (): string[] =>
      written
        .toSorted((left, right) => (`${left.donated_at}${left.id}` < `${right.donated_at}${right.id}` ? 1 : -1))
        .map(({ id }) => id);

    test('continue without a gap or a repetition, even between donations of the same instant', async () => {
      const found: string[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < 4; page += 1) {
        const response = await get(cursor === undefined ? {} : { cursor });
        found.push(...response.json<ListedDonationsResponse>().donations.map(({ id }) => id));
        cursor = String(response.headers[nextCursorHeader]);
      }
      expect(found).toEqual(newestFirst().slice(0, 200));
    });

    test('look through 5,000 donations and say how far back that was', async () => {
      const first = await get({ charity: '7' });
      const end = written[201];
      expect(first.json()).toEqual({ donations: [], searchedBackTo: end?.donated_at });
      const second = await get({ charity: '7', cursor: String(first.headers[nextCursorHeader]) });
      expect(second.json()).toMatchObject({ donations: [{ charityId: 7 }, {}, {}], searchedBackTo: null });
      expect(second.headers).not.toHaveProperty(nextCursorHeader);
    });

    test.each([
      [{ kind: 'monthly' }, [7, 7, 7]],
      [{ kind: 'monthly', state: 'paid' }, [7, 7, 7]],
      [{ kind: 'monthly', provider: 'stripe' }, [7, 7, 7]],
      [{ kind: 'monthly', charity: '6' }, []],
    ])('find the few monthly donations among many on the first page: %j', async (query, charities) => {
      const response = (await get(query)).json<ListedDonationsResponse>();
      expect(response.donations.map(({ charityId }) => charityId)).toEqual(charities);
      expect(response.searchedBackTo).toBeNull();
    });

    test('end after the last donation', async () => {
      const [oldest] = written;
      const response = await get({ cursor: writeCursor({ at: oldest?.donated_at ?? '', id: oldest?.id ?? '' }) });
      expect(response.headers).not.toHaveProperty(nextCursorHeader);
    });

    test('contain the same donations as the table', async () => {
      const response = await app.server.inject({ url: '/api/admin/donations.csv', headers: { cookie } });
      expect(response.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': expect.stringMatching(/^attachment; filename="kindbite-donations-.*\.csv"$/) as unknown,
      });
      const [header, ...rows] = response.body.trimEnd().split('\r\n');
      expect(header).toBe(
        '\uFEFFDate,State,Charged,Refunds and disputes,Currency,Charity,Gift,Kind,Provider,Donor,Email,Transaction ID',
      );
      expect(rows.map((row) => row.slice(-30))).toEqual(newestFirst());
    });

    test('the table contains only the donations that match the filters', async () => {
      const url = '/api/admin/donations.csv?kind=monthly&search=5.24%20CAD';
      const response = await app.server.inject({ url, headers: { cookie } });
      expect(response.body.trimEnd().split('\r\n')).toHaveLength(1 + 3);
    });
  });
});
