import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ListedDonor } from '#contract/admin/donors/search.ts';
import { nextCursorHeader } from '#contract/endpoint.ts';
import { newest, writeCursor } from '#server/db/list-page.ts';
import type { DonationRow } from '#server/db/tables.ts';
import { confirmAddressOf, signIn, signInAdmin, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { insertGuestDonation } from '#test/support/payments/guest-donations.ts';
import { insertPastDonations } from '#test/support/payments/past-donations.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { newestDonors, paymentsMax } from './newest-donors.ts';

forEachDatabase((engine) => {
  describe('GET /api/admin/donors', () => {
    let app: TestApp;
    let cookie: string;
    let ana: SignedIn;
    let first: DonationRow;
    let second: DonationRow;
    let anas: DonationRow;
    let others: DonationRow;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
      cookie = await signInAdmin(app);
      ana = await signIn(app, { username: 'bella', firstName: 'Élodie', lastName: 'Silva', email: 'Ana@Example.org' });
      await confirmAddressOf(app, ana);
      first = await insertGuestDonation(app.deps, 'Guest@example.org', { donated_at: '2026-03-01T10:00:00.000Z' });
      second = await insertGuestDonation(app.deps, 'guest@example.org', { donated_at: '2026-03-02T10:00:00.000Z' });
      others = await insertGuestDonation(app.deps, 'ANA@example.org', { donated_at: '2026-03-03T10:00:00.000Z' });
      anas = (await insertPastDonations(app.deps, [{ donor_id: ana.user.id }]))[0]!;
    });
    afterAll(() => app.close());

    const get = (query: Readonly<Record<string, string>> = {}) =>
      app.server.inject({ url: '/api/admin/donors', query: { ...query }, headers: { cookie } });
    const ids = async (query: Readonly<Record<string, string>> = {}): Promise<string[]> =>
      (await get(query)).json<ListedDonor[]>().map(({ id }) => id);

    test('lists accounts and guests, newest first, each address of a guest once', async () => {
      const [admin, ...rest] = (await get())
        .json<ListedDonor[]>()
        .toSorted((one, other) => (one.role === other.role ? 0 : one.role === null ? 1 : -1));
      expect(admin).toMatchObject({ kind: 'account', name: 'admin', role: 'owner' });
      expect(rest).toEqual([
        {
          id: ana.user.id,
          kind: 'account',
          at: app.clock.now().toISOString(),
          email: 'Ana@Example.org',
          name: 'Élodie Silva',
          isEmailConfirmed: true,
          role: null,
        },
        {
          id: others.intent_id,
          kind: 'guest',
          at: others.donated_at,
          email: 'ANA@example.org',
          name: null,
          isEmailConfirmed: false,
          role: null,
        },
        expect.objectContaining({ id: first.intent_id, kind: 'guest', email: 'Guest@example.org' }),
      ]);
    });

    test.each([
      ['an address, with and without an account', 'ana@EXAMPLE.org', () => [ana.user.id, others.intent_id]],
      ["a guest's address", ' GUEST@example.org ', () => [first.intent_id]],
      ['an unknown address', 'no@example.org', () => []],
      ['a part of an address', 'example.org', () => []],
      ['the beginning of the first name', 'élo', () => [ana.user.id]],
      ['the beginning of the last name', 'SIL', () => [ana.user.id]],
      ['the full name', 'élodie silv', () => [ana.user.id]],
      ['the username', 'Bella', () => [ana.user.id]],
      ['the middle of a name', 'odie', () => []],
      ['a wildcard', '%', () => []],
      ["the account's id", () => ana.user.id, () => [ana.user.id]],
      ["the id of an account's donation", () => anas.id, () => [ana.user.id]],
      ["the id of a guest's later donation", () => second.id, () => [first.intent_id]],
      ["a guest's id", () => first.intent_id, () => [first.intent_id]],
      ['an unknown id', 'usr_00000000000000000000000000', () => []],
    ])('finds by %s', async (_what, search, found) => {
      expect(await ids({ search: typeof search === 'string' ? search : search() })).toEqual(found());
    });

    test.each([
      [{ cursor: 'nonsense' }, 'This page does not exist.'],
      [
        { cursor: writeCursor({ at: '2026-03-04T12:00:00.000Z', id: 'don_00000000000000000000000000' }) },
        'This page does not exist.',
      ],
      [{ search: 'x'.repeat(201) }, 'A search can have at most 200 characters.'],
    ])('refuses %j', async (query, sentence) => {
      const response = await get(query);
      expect([response.statusCode, response.json<unknown>()]).toEqual([400, refusal('invalid_request', sentence)]);
    });
  });

  describe('the pages of the donors', () => {
    let app: TestApp;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterEach(() => app.close());

    const minute = (count: number): string =>
      new Date(Date.parse('2026-02-01T00:00:00Z') + count * 60_000).toISOString();

    /** Reads all pages. Returns the ids on each, newest first. */
    async function pages(): Promise<string[][]> {
      const read: string[][] = [];
      for (let after: typeof newest | undefined = newest; after;) {
        const page: Awaited<ReturnType<typeof newestDonors>> = await newestDonors(app.deps.db.read, after, 50);
        read.push(page.donors.map(({ id }) => id));
        after = page.next;
      }
      return read;
    }

    test('have each donor once, even when many have the same time', async () => {
      const cookie = await signInAdmin(app);
      for (let count = 0; count < 60; count += 1) {
        await insertGuestDonation(app.deps, `guest${count}@example.org`, { donated_at: app.clock.now().toISOString() });
        if (count % 4 === 0) await signIn(app);
      }
      const first = await app.server.inject({ url: '/api/admin/donors', headers: { cookie } });
      const next = first.headers[nextCursorHeader];
      const second = await app.server.inject({ url: `/api/admin/donors?cursor=${String(next)}`, headers: { cookie } });
      const listed = [first, second].map((response) => response.json<ListedDonor[]>());
      expect(listed.map(({ length }) => length)).toEqual([50, 26]);
      expect(new Set(listed.flat().map(({ id }) => id)).size).toBe(76);
      expect(second.headers[nextCursorHeader]).toBeUndefined();
    });

    test('skip the payments of returning guests without losing the donors after them', async () => {
      const earliest = await insertGuestDonation(app.deps, 'first@example.org', { donated_at: minute(0) });
      const account = await signIn(app);
      await app.deps.db.write
        .updateTable('users')
        .set({ created_at: minute(1) })
        .where('id', '=', account.user.id)
        .execute();
      const many = await insertPastDonations(
        app.deps,
        Array.from({ length: paymentsMax + 1 }, (_, count) => ({ donated_at: minute(count + 2) })),
      );
      const payers = many.map(({ intent_id, donated_at: paid_at }) => ({
        intent_id,
        paid_at,
        email: 'Often@example.org',
        email_key: 'often@example.org',
      }));
      for (let from = 0; from < payers.length; from += 100)
        await app.deps.db.write
          .insertInto('payer_emails')
          .values(payers.slice(from, from + 100))
          .execute();
      expect((await pages()).flat()).toEqual([many[0]?.intent_id, account.user.id, earliest.intent_id]);
    });

    test('leave out erased addresses', async () => {
      const { intent_id: intentId } = await insertGuestDonation(app.deps, 'guest@example.org');
      await app.deps.db.write
        .updateTable('payer_emails')
        .set({ email: null, email_key: null })
        .where('intent_id', '=', intentId)
        .execute();
      expect(await pages()).toEqual([[]]);
    });
  });
});
