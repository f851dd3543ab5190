import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DonorDetail } from '#contract/admin/donors/detail.ts';
import type { ListedDonation } from '#contract/admin/donations/search.ts';
import { nextCursorHeader } from '#contract/endpoint.ts';
import type { DonationRow } from '#server/db/tables.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { confirmAddressOf, signIn, signInAdmin, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { insertFactor, signInStaff } from '#test/support/accounts/staff.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { insertActivePlan } from '#test/support/payments/active-subscriptions.ts';
import { insertGuestDonation } from '#test/support/payments/guest-donations.ts';
import { insertPastDonations } from '#test/support/payments/past-donations.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

forEachDatabase((engine) => {
  describe('GET /api/admin/donors/{id}', () => {
    let app: TestApp;
    let cookie: string;
    let ana: SignedIn;
    let planId: string;
    let guests: DonationRow;
    let claimed: DonationRow;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
      cookie = await signInAdmin(app);
      ana = await signIn(app, { username: 'ana', firstName: 'Ana', email: 'ana@example.org', country: 'CA' });
      await confirmAddressOf(app, ana);
      await insertFactor(app, ana);
      planId = await insertActivePlan(app, ana);
      guests = await insertGuestDonation(app.deps, 'Ana@Example.org', { donated_at: '2026-03-01T10:00:00.000Z' });
      claimed = await insertGuestDonation(app.deps, 'ana@example.org', {
        donor_id: ana.user.id,
        donated_at: '2026-03-02T10:00:00.000Z',
      });
      await post(`/api/admin/donations/${claimed.id}/notes`, { note: 'Called by phone.' });
      const message = { name: 'Ana', email: 'ANA@example.org', subject: 'Thanks', message: 'A good idea.' };
      await post('/api/contact', message);
      await post('/api/contact', { ...message, email: 'other@example.org' });
      await post('/api/subscribe', { email: 'ana@example.org' });
    });
    afterAll(() => app.close());

    const post = (url: string, body: object) => call(app, { method: 'POST', url, cookie, body });
    const get = (url: string, sentBy = cookie) =>
      app.server.inject({ url: `/api/admin/donors/${url}`, headers: { cookie: sentBy } });
    const read = async (id: string, sentBy = cookie) => (await get(id, sentBy)).json<DonorDetail>();
    const listed = async (id: string) => (await get(`${id}/donations`)).json<ListedDonation[]>().map((row) => row.id);

    test('shows an account with its plans, messages, consent and notes', async () => {
      const donor = await read(ana.user.id);
      expect(donor).toEqual({
        id: ana.user.id,
        kind: 'account',
        at: app.clock.now().toISOString(),
        email: 'ana@example.org',
        name: 'Ana',
        isEmailConfirmed: true,
        role: null,
        account: { username: 'ana', country: 'CA', timeZone: expect.any(String), hasSecondFactor: true, years: [2026] },
        sums: [{ currency: 'CAD', donations: 2, charged: 10.48, returned: 0 }],
        plans: [expect.objectContaining({ id: planId, status: 'active' })],
        messages: [{ id: expect.stringMatching(/^msg_/), subject: 'Thanks', sentAt: expect.any(String), state: 'new' }],
        newsletter: {
          status: 'waiting',
          requestedAt: app.clock.now().toISOString(),
          confirmedAt: null,
          unsubscribedAt: null,
        },
        notes: [
          {
            id: expect.stringMatching(/^nte_/),
            donationId: claimed.id,
            note: 'Called by phone.',
            author: 'admin',
            at: app.clock.now().toISOString(),
          },
        ],
        sameAddressId: guests.intent_id,
      });
    });

    test('shows a guest with sums that leave out the claimed donations', async () => {
      const guest = await read(guests.intent_id);
      expect(guest).toMatchObject({
        id: guests.intent_id,
        kind: 'guest',
        email: 'Ana@Example.org',
        account: null,
        sums: [{ currency: 'CAD', donations: 1, charged: 5.24, returned: 0 }],
        plans: [],
        sameAddressId: ana.user.id,
      });
      expect((await read(claimed.intent_id)).id, 'any payment of the guest leads there').toBe(guests.intent_id);
    });

    test('shows the donations, newest first', async () => {
      expect(await listed(guests.intent_id)).toEqual([claimed.id, guests.id]);
      expect(await listed(ana.user.id)).toEqual([expect.stringMatching(/^don_/), claimed.id]);
    });

    test('shows 50 donations on a page', async () => {
      const donor = await signIn(app);
      const many = Array.from({ length: 51 }, () => ({ donor_id: donor.user.id }));
      await insertPastDonations(app.deps, many);
      const first = await get(`${donor.user.id}/donations`);
      const next = first.headers[nextCursorHeader];
      const second = await get(`${donor.user.id}/donations?cursor=${String(next)}`);
      const ids = [first, second].map((response) => response.json<ListedDonation[]>().map(({ id }) => id));
      expect(ids.map(({ length }) => length)).toEqual([50, 1]);
      expect(new Set(ids.flat()).size).toBe(51);
      expect((await get(`${donor.user.id}/donations?cursor=x`)).statusCode).toBe(400);
    });

    test('subtracts refunds', async () => {
      const donor = await signIn(app);
      const [donation] = await insertPastDonations(app.deps, [{ donor_id: donor.user.id }]);
      await insertRefund(donation!);
      expect((await read(donor.user.id)).sums).toEqual([
        { currency: 'CAD', donations: 1, charged: 5.24, returned: 5.24 },
      ]);
    });

    test('hides messages from staff who may not read them', async () => {
      const finance = await signInStaff(app, 'finance');
      expect((await read(ana.user.id, finance.cookie)).messages).toBeNull();
    });

    test.each([
      'usr_00000000000000000000000000',
      'int_00000000000000000000000000',
      'ana@example.org',
      'don_00000000000000000000000000',
    ])('finds no donor with the id %s', async (id) => {
      for (const url of [id, `${id}/donations`]) {
        const response = await get(url);
        expect([response.statusCode, response.json<unknown>()]).toEqual([
          404,
          refusal('not_found', 'There is no donor with this ID.'),
        ]);
      }
    });

    const insertRefund = (donation: DonationRow) =>
      app.deps.db.write
        .insertInto('reversals')
        .values({
          provider: 'stripe',
          reversal_id: `re_${donation.id}`,
          kind: 'refund',
          payment_id: 'pi_refunded',
          intent_id: donation.intent_id,
          status: 'lost',
          amount_minor: donation.charge_total_minor,
          currency: 'CAD',
          is_active: 1,
          is_itemized: 0,
          taken_minor: donation.charge_total_minor,
          subtotal_minor: donation.charge_subtotal_minor,
          service_fee_minor: donation.charge_service_fee_minor,
          loss_minor: 0,
          refunded_minor: null,
          decided_at: null,
          postings: 1,
          occurred_at: '2026-03-05T00:00:00.000Z',
          updated_at: '2026-03-05T00:00:00.000Z',
        })
        .execute();
  });
});
