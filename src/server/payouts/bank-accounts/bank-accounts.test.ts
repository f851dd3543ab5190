import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, sortedStatuses, statusAndBody } from '#test/support/accounts/account-calls.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { setRole, signInStaff } from '#test/support/accounts/staff.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { makePayable, openBatch } from '#test/support/payouts/valid-payout-calls.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const reason = 'They moved to another bank';
const typed = { currency: 'CAD', holder: 'Food Banks', country: 'GB', iban: 'GB29 NWBK 6016 1331 9268 19', reason };
const hourMs = 60 * 60 * 1000;

forEachDatabase((engine) => {
  describe("a charity's bank account", () => {
    let app: TestApp;
    let finance: SignedIn;
    let owner: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      finance = await signInStaff(app, 'finance');
      owner = await signInStaff(app, 'owner');
    });
    afterEach(() => app.close());

    const post = async (url: string, body: object, { cookie }: SignedIn) =>
      statusAndBody(await call(app, { method: 'POST', url, cookie, body }));
    const propose = (changes: object = {}, by = finance, charity: number | string = 6) =>
      post(`/api/admin/charities/${charity}/bank-accounts`, { ...typed, ...changes }, by);
    const proposed = async (by = finance): Promise<string> => ((await propose({}, by)).body as { id: string }).id;
    const decide = (id: string, by: SignedIn, changes: object = {}) =>
      post(`/api/admin/bank-accounts/${id}/decision`, { decision: 'approve', reason, ...changes }, by);
    const charity = async (id = 6, { cookie } = finance) => {
      const response = await call(app, { method: 'GET', url: `/api/admin/charities/${id}`, cookie });
      return response.json<{ accounts: object[] }>();
    };
    const problem = async () => {
      const response = await call(app, { method: 'GET', url: '/api/admin/payout-preview', cookie: finance.cookie });
      return response.json<{ problem: string | null }[]>()[0]!.problem;
    };

    test('is in force after someone else has approved it, and can be paid 48 hours later', async () => {
      await makePayable(app);
      await app.deps.db.write.deleteFrom('bank_accounts').execute();
      const id = await proposed();
      expect(await problem()).toBe('The bank details are missing.');
      expect(await decide(id, finance)).toEqual({
        status: 409,
        body: refusal(
          'second_person_needed',
          'Someone other than the person who entered this bank account has to approve it.',
        ),
      });
      expect(await decide(id, owner)).toEqual({ status: 200, body: { status: 'in_force' } });
      app.clock.advance(48 * hourMs - 1);
      expect(await problem()).toBe('The bank account was changed less than 48 hours ago.');
      app.clock.advance(1);
      expect(await problem()).toBeNull();
    });

    test('is stored encrypted, and shown in full only to those who can approve it, until it is approved', async () => {
      const id = await proposed();
      const row = await app.deps.db.read.selectFrom('bank_accounts').selectAll().executeTakeFirstOrThrow();
      expect(JSON.stringify(row)).not.toMatch(/GB29|NWBK|Food Banks|6133/);
      const shown = { holder: 'Food Banks', country: 'GB', lastFour: '6819' };
      const auditor = await signInStaff(app, 'auditor');
      const details = { iban: 'GB29NWBK60161331926819', accountNumber: null, routingNumber: null, bic: null };
      expect(await charity(6, owner)).toMatchObject({ accounts: [{ ...shown, status: 'proposed', details }] });
      expect(await charity(6, auditor)).toMatchObject({ accounts: [{ ...shown, status: 'proposed', details: null }] });
      await decide(id, owner);
      expect(await charity(6, owner)).toMatchObject({ accounts: [{ ...shown, status: 'in_force', details: null }] });
      const responses = [await charity(6, owner), await charity(6, auditor)];
      expect(JSON.stringify(responses)).not.toMatch(/NWBK|6133/);
      expect(JSON.stringify(app.logged)).not.toMatch(/GB29|NWBK|Food Banks/);
    });

    test('is shown with its routing number if it has an account number', async () => {
      const local = { iban: undefined, country: 'US', accountNumber: '12345678', routingNumber: '021000021' };
      expect(await propose(local)).toMatchObject({ status: 200 });
      expect((await charity(6, owner)).accounts).toMatchObject([
        { details: { iban: null, accountNumber: '12345678', routingNumber: '021000021', bic: null } },
      ]);
    });

    test('replaces the previous one, but not while an open batch pays that one', async () => {
      const { batchId } = await openBatch(app);
      const id = await proposed();
      expect(await decide(id, owner)).toMatchObject({ status: 409, body: { code: 'batch_open' } });
      await post(`/api/admin/payout-batches/${batchId}/cancel`, { reason }, finance);
      expect(await decide(id, owner)).toMatchObject({ status: 200 });
      expect((await charity()).accounts).toMatchObject([{ id, status: 'in_force', lastFour: '6819' }]);
    });

    test('changes nothing if it is rejected, and another one can be entered', async () => {
      const id = await proposed();
      expect(await propose()).toMatchObject({ status: 409, body: { code: 'change_waiting' } });
      expect(await decide(id, finance, { decision: 'reject' })).toEqual({ status: 200, body: { status: 'rejected' } });
      expect(await decide(id, owner)).toMatchObject({
        status: 409,
        body: {
          code: 'already_decided',
          message: expect.stringMatching(/^\w+ rejected this bank account on March 4, 2026, 12:00 UTC\.$/),
        },
      });
      expect((await charity()).accounts).toEqual([]);
      expect(await propose()).toMatchObject({ status: 200 });
    });

    test('is approved once when two people approve it at the same time', async () => {
      const id = await proposed();
      const other = await signInStaff(app, 'finance');
      const responses = await Promise.all([decide(id, owner), decide(id, other)]);
      expect(sortedStatuses(responses.map(({ status }) => ({ statusCode: status })))).toEqual([200, 409]);
    });

    test('is approved by the only person who can approve it, who waives the second person', async () => {
      await setRole(app, finance, 'support');
      const id = await proposed(owner);
      expect(await decide(id, owner)).toMatchObject({ status: 409, body: { code: 'second_person_needed' } });
      expect(await decide(id, owner, { waive: true })).toMatchObject({ status: 200 });
    });

    test.each([
      [
        'a mistyped IBAN',
        { iban: 'GB29NWBK60161331926818' },
        'This IBAN is not valid for the country. Please check each digit.',
      ],
      ['no account', { iban: '' }, 'Please enter either an IBAN or an account number.'],
      ['an unknown currency', { currency: 'XXX' }, 'Please choose a currency.'],
      ['no reason', { reason: '' }, 'Please enter a reason.'],
    ])('is refused with %s', async (_what, changes, sentence) => {
      expect(await propose(changes)).toMatchObject({ status: 400, body: { message: sentence } });
    });

    test('is not found for an unknown charity or an unknown id', async () => {
      expect((await propose({}, finance, 99)).status).toBe(404);
      expect((await propose({}, finance, 'six')).status).toBe(404);
      expect((await decide('bac_1', owner)).status).toBe(404);
      const response = await call(app, { method: 'GET', url: '/api/admin/charities/99', cookie: finance.cookie });
      expect(response.statusCode).toBe(404);
    });

    test('can also be ours', async () => {
      expect(await propose({}, finance, 0)).toMatchObject({ status: 200 });
      expect(await charity(0)).toMatchObject({ id: 0, name: 'Kindbite', accounts: [{ lastFour: '6819' }] });
    });
  });
});
