import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { donorSentences } from '#contract/admin/donors/search.ts';
import { call, statusAndBody } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import { confirmAddressOf, signIn, signInAdmin } from '#test/support/accounts/signed-in.ts';
import { setRole, signInStaff } from '#test/support/accounts/staff.ts';
import { makeToken } from '#test/support/accounts/tokens.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { deliver, openIntent, paidByGuest, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { insertPastDonations } from '#test/support/payments/past-donations.ts';

forEachDatabase((engine) => {
  describe('GET /api/admin/donors/{id}/data.json', () => {
    let app: TestApp;
    let cookie: string;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      cookie = await signInAdmin(app);
    });
    afterEach(() => app.close());

    const download = (id: string) => call(app, { method: 'GET', url: `/api/admin/donors/${id}/data.json`, cookie });
    const write = (email: string) =>
      call(app, {
        method: 'POST',
        url: '/api/contact',
        body: { name: 'Ana', email, subject: 'Hello', message: 'A good idea.' },
      });
    const message = { name: 'Ana', email: 'ana@example.org', subject: 'Hello', message: 'A good idea.' };

    test("is the donor's own download, in which no session is the current one", async () => {
      const ana = await signIn(app, { username: 'ana', email: 'ana@example.org' });
      await confirmAddressOf(app, ana);
      await insertPastDonations(app.deps, [{ donor_id: ana.user.id }]);
      await write('ana@example.org');
      await write('other@example.org');
      const response = await download(ana.user.id);
      expect(response.headers['content-disposition']).toBe('attachment; filename="kindbite-donor-2026-03-04.json"');
      const own = (await call(app, { method: 'GET', url: '/api/account/data.json', cookie: ana.cookie })).json<{
        devices: object[];
      }>();
      expect(own).toMatchObject({ messages: [{ ...message, sentAt: '2026-03-04T12:00:00.000Z' }] });
      expect(response.json()).toEqual({
        ...own,
        devices: own.devices.map((device) => ({ ...device, isCurrent: false })),
      });
      expect((await loggedActions(app)).map(({ action, subject }) => [action, subject])).toEqual([
        ['donor_data_downloaded', `donor ${ana.user.id}`],
      ]);
    });

    test('is refused for members of the team, because their API tokens are in it', async () => {
      const olga = await signInStaff(app, 'owner');
      await makeToken(app, olga);
      const response = await download(olga.user.id);
      expect([response.statusCode, response.json()]).toEqual([409, refusal('member_of_team', donorSentences.teamData)]);
      const own = await call(app, { method: 'GET', url: '/api/account/data.json', cookie: olga.cookie });
      expect(own.json()).toMatchObject({ apiTokens: [{}] });
      await setRole(app, olga, null);
      expect((await download(olga.user.id)).statusCode).toBe(200);
    });

    test('leaves out messages with an address that the account has not confirmed', async () => {
      const ana = await signIn(app, { email: 'ana@example.org' });
      await write('ana@example.org');
      expect((await download(ana.user.id)).json()).toMatchObject({ messages: [], newsletter: [] });
    });

    test('has everything that is stored under the address of a guest', async () => {
      const intents = [await openIntent(app), await openIntent(app), await openIntent(app)];
      const [first, claimed, other] = intents;
      await deliver(app, paidByGuest(first!, 'ana@example.org'));
      await deliver(app, paidByGuest(claimed!, 'ana@example.org'));
      await deliver(app, paidByGuest(other!, 'other@example.org'));
      const { user } = await signIn(app);
      await app.deps.db.write
        .updateTable('donations')
        .set({ donor_id: user.id })
        .where('id', '=', claimed!.donation_id)
        .execute();
      const card = { intent_id: first!.id, brand: 'visa', last_four: '4242', paid_at: '2026-03-04T12:00:00.000Z' };
      await app.deps.db.write.insertInto('payment_cards').values(card).execute();
      await write('ana@example.org');
      await call(app, { method: 'POST', url: '/api/subscribe', body: { email: 'ana@example.org' } });
      const data = (await download(first!.id)).json<{ donations: { id: string }[]; mails: object[] }>();
      expect(data).toMatchObject({
        email: 'ana@example.org',
        newsletter: [{ email: 'ana@example.org', status: 'waiting' }],
        messages: [message],
        mails: [{ kind: 'receipt' }, { kind: 'receipt' }],
      });
      const byId = Object.fromEntries(data.donations.map((donation) => [donation.id, donation]));
      expect(byId).toMatchObject({
        [first!.donation_id]: { email: 'ana@example.org', card: { brand: 'visa', lastFour: '4242' }, isClaimed: false },
        [claimed!.donation_id]: { email: 'ana@example.org', card: null, isClaimed: true },
      });
      expect(data.donations).toHaveLength(2);
      expect(JSON.stringify(data)).not.toMatch(/token|usr_|other@example\.org/);
    });

    test('lists each donation of a guest once, even if they fill more than a page', async () => {
      const donations = await insertPastDonations(
        app.deps,
        Array.from({ length: 1001 }, () => ({})),
      );
      const payers = donations.map(({ intent_id, donated_at: paid_at }) => ({
        intent_id,
        paid_at,
        email: 'guest@example.org',
        email_key: 'guest@example.org',
      }));
      for (let from = 0; from < payers.length; from += 200)
        await app.deps.db.write
          .insertInto('payer_emails')
          .values(payers.slice(from, from + 200))
          .execute();
      const data = (await download(donations[0]!.intent_id)).json<{ donations: { id: string }[] }>();
      expect(data.donations.map(({ id }) => id).toSorted()).toEqual(donations.map(({ id }) => id).toSorted());
    });

    test('does not exist for an unknown donor', async () => {
      expect(statusAndBody(await download('usr_00000000000000000000000000'))).toEqual({
        status: 404,
        body: refusal('not_found', 'There is no donor with this ID.'),
      });
    });
  });
});
