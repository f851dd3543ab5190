import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/index.ts';
import { call, isSignedIn, sortedStatuses, statusAndBody } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import { signIn, signInAdmin } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { insertActivePlan } from '#test/support/payments/active-subscriptions.ts';
import { deliver, openIntent, paidByGuest, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';

const unknown = { status: 404, body: refusal('not_found', 'There is no donor with this ID.') };
const done = { status: 200, body: {} };

forEachDatabase((engine) => {
  describe('POST /api/admin/donors/{id}/erasure', () => {
    let app: TestApp;
    let cookie: string;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      cookie = await signInAdmin(app);
    });
    afterEach(() => app.close());

    const erase = (id: string, reason = 'Asked by email') =>
      call(app, { method: 'POST', url: `/api/admin/donors/${id}/erasure`, cookie, body: { reason } });
    const tablesWith = async (text: string): Promise<string[]> => {
      const tables = [
        'users',
        'payer_emails',
        'payment_cards',
        'outbox',
        'mail_links',
        'donations',
        'audit_log',
      ] as const;
      const found = await Promise.all(
        tables.map(async (table) => {
          const rows = JSON.stringify(await app.deps.db.read.selectFrom(table).selectAll().execute());
          return rows.toLowerCase().includes(text) ? [table] : [];
        }),
      );
      return found.flat();
    };
    const donateAsGuest = async (email: string): Promise<{ id: string; donationId: string }> => {
      const intent = await openIntent(app);
      await deliver(app, paidByGuest(intent, email));
      return { id: intent.id, donationId: intent.donation_id };
    };

    test('erases an account as its owner could: the books stay, plans and sessions end', async () => {
      const ana = await signIn(app, { username: 'ana', email: 'ana@example.org' });
      const planId = await insertActivePlan(app, ana);
      expect(statusAndBody(await erase(ana.user.id))).toEqual(done);
      expect(await isSignedIn(app, ana.cookie)).toBe(false);
      expect(await tablesWith('ana@example.org')).toEqual([]);
      const donations = await app.deps.db.read.selectFrom('donations').select('donor_id').execute();
      expect(donations).toEqual([{ donor_id: 'usr_removed' }]);
      const plan = await app.deps.db.read.selectFrom('plans').select(['id', 'donor_id']).execute();
      expect(plan).toEqual([{ id: planId, donor_id: 'usr_removed' }]);
      const jobs = await app.deps.db.read.selectFrom('outbox').select('kind').execute();
      expect(jobs).toEqual([{ kind: 'cancel_plan' }]);
      expect(await loggedActions(app)).toEqual([
        {
          action: 'donor_erased',
          actor_name: 'admin',
          subject: `donor ${ana.user.id}`,
          before: { kind: 'account' },
          after: null,
          reason: 'Asked by email',
        },
      ]);
    });

    test("erases a guest's address from all donations, and cancels the receipts", async () => {
      const { id } = await donateAsGuest('Guest@example.org');
      const { id: secondId } = await donateAsGuest('guest@example.org');
      const [firstId] = [id, secondId].toSorted(); // both are paid at the same time
      const other = await donateAsGuest('other@example.org');
      expect(statusAndBody(await erase(id))).toEqual(done);
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
      expect(await tablesWith('guest@example.org')).toEqual([]);
      expect(await tablesWith('other@example.org')).toEqual(['payer_emails']);
      const receipts = await app.deps.db.read
        .selectFrom('outbox')
        .select(['about', 'status'])
        .where('kind', '=', 'receipt')
        .execute();
      expect(receipts.filter(({ status }) => status === 'waiting').map(({ about }) => about)).toEqual([
        other.donationId,
      ]);
      expect((await loggedActions(app)).map(({ action, subject }) => [action, subject])).toEqual([
        ['donor_erased', `donor ${firstId}`],
      ]);
    });

    test.each(['account', 'guest'])('erases once, however often it is requested at the same time: %s', async (kind) => {
      const id = kind === 'guest' ? (await donateAsGuest('guest@example.org')).id : (await signIn(app)).user.id;
      const responses = await Promise.all([1, 2, 3].map(() => erase(id)));
      expect(sortedStatuses(responses)).toEqual([200, 404, 404]);
      expect(statusAndBody(await erase(id))).toEqual(unknown);
      expect(await loggedActions(app)).toHaveLength(1);
    });

    test.each(['support', 'finance'] as const)('refuses the account of a member of the team: %s', async (role) => {
      const { user } = await signInStaff(app, role);
      expect(statusAndBody(await erase(user.id))).toEqual({
        status: 409,
        body: refusal(
          'member_of_team',
          'This account belongs to a member of the team. It can be erased after the membership has ended.',
        ),
      });
      expect(await loggedActions(app)).toEqual([]);
    });

    test('refuses the account of the first administrator, whatever its role', async () => {
      const { id } = await app.deps.db.read
        .selectFrom('users')
        .select('id')
        .where('username', '=', 'admin')
        .executeTakeFirstOrThrow();
      const owner = await signInStaff(app, 'owner');
      await app.deps.db.write.updateTable('users').set({ staff_role: null }).where('id', '=', id).execute();
      const url = `/api/admin/donors/${id}/erasure`;
      const response = await call(app, { method: 'POST', url, cookie: owner.cookie, body: { reason: 'Mistake' } });
      expect(response.json()).toMatchObject({ code: 'member_of_team' });
    });

    test('needs a reason', async () => {
      const { user } = await signIn(app);
      expect((await erase(user.id, ' ')).json()).toEqual(refusal('invalid_request', 'Please enter a reason.'));
    });
  });
});
