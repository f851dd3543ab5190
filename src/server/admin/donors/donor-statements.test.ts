import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, statusAndBody } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { deliver, openIntent, paidByGuest, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { insertPastDonations } from '#test/support/payments/past-donations.ts';

const unknown = { status: 404, body: refusal('not_found', 'There is no donor with this ID.') };

forEachDatabase((engine) => {
  describe('the yearly statement of a donor, for the team', () => {
    let app: TestApp;
    let ana: SignedIn;
    let support: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      ana = await signIn(app, { username: 'ana' });
      support = await signInStaff(app, 'support', { username: 'sam' });
      await insertPastDonations(app.deps, [{ donor_id: ana.user.id, donated_at: '2025-06-04T12:00:00.000Z' }]);
    });
    afterEach(() => app.close());

    const get = (url: string, { cookie }: SignedIn = support) => call(app, { method: 'GET', url, cookie });
    const ofDonor = (file: string, id = ana.user.id, year = '2025') =>
      get(`/api/admin/donors/${id}/statements/${year}/${file}`);
    const files = ['statement.pdf', 'donations.csv'] as const;

    test('has the same bytes as the one that the donor downloads', async () => {
      for (const file of files) {
        const response = await ofDonor(file);
        const own = await get(`/api/statements/2025/${file}`, ana);
        expect([response.statusCode, own.statusCode]).toEqual([200, 200]);
        expect(response.rawPayload.equals(own.rawPayload)).toBe(true);
        expect(response.headers['content-disposition']).toBe(own.headers['content-disposition']);
      }
    });

    test('is in the audit log with its year for each download, and only if there was a file', async () => {
      for (const file of files) await ofDonor(file);
      for (const file of files) await ofDonor(file, ana.user.id, '2024');
      const entry = {
        action: 'yearly_statement_downloaded',
        actor_name: 'sam',
        subject: `donor ${ana.user.id}`,
        after: { year: '2025' },
      };
      expect(await loggedActions(app)).toEqual([expect.objectContaining(entry), expect.objectContaining(entry)]);
    });

    test.each(files)('does not exist for a year without donations, a guest or an unknown donor: %s', async (file) => {
      const none = { status: 404, body: refusal('not_found', 'There are no donations for this year.') };
      for (const year of ['2024', '20255', 'abcd'])
        expect(statusAndBody(await ofDonor(file, ana.user.id, year))).toEqual(none);
      const intent = await openIntent(app);
      await deliver(app, paidByGuest(intent, 'guest@example.org'));
      expect(statusAndBody(await ofDonor(file, intent.id))).toEqual(unknown);
      expect(statusAndBody(await ofDonor(file, 'usr_00000000000000000000000000'))).toEqual(unknown);
    });
  });
});
