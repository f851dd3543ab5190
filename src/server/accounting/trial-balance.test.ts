import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TrialBalanceResponse } from '#contract/admin/money/accounting.ts';
import { call, statusAndBody } from '#test/support/accounts/account-calls.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { emptyLedger, post } from '#test/support/accounting/random-ledger.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { writeBalances } from './index.ts';

const dayMs = 24 * 60 * 60 * 1000;

forEachDatabase((engine) => {
  describe('the trial balance', () => {
    let app: TestApp;
    let auditor: SignedIn;
    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
      auditor = await signInStaff(app, 'auditor');
    });
    beforeEach(() => emptyLedger(app));
    afterAll(() => app.close());

    const get = (query = '', path = 'trial-balance') =>
      call(app, { method: 'GET', url: `/api/admin/accounting/${path}${query}`, cookie: auditor.cookie });
    const today = (after = 0) => new Date(app.clock.now().getTime() + after).toISOString().slice(0, 10);

    test('names each account with its balance in each currency at the end of a day, and its totals balance', async () => {
      await post(app.deps, { from: 'charity:6', to: 'clearing:stripe', amountMinor: 476, currency: 'CAD' });
      await post(app.deps, { from: 'service_fee_income', to: 'clearing:paypal', amountMinor: 500, currency: 'JPY' });
      const first = today();
      app.clock.advance(2 * dayMs);
      await writeBalances(app.deps);
      await post(app.deps, { from: 'clearing:stripe', to: 'charity:6', amountMinor: 100, currency: 'CAD' });
      const cad = (account: string, name: string, debit: number, credit: number, balance: number) => ({
        account,
        name,
        currency: 'CAD',
        debit,
        credit,
        balance,
      });
      const charity = (await app.deps.db.read.selectFrom('charities').select('name').where('id', '=', 6).execute())[0]!;
      const expected: TrialBalanceResponse = {
        day: first,
        isFinished: true,
        lines: [
          cad('charity:6', charity.name, 0, 4.76, -4.76),
          cad('clearing:stripe', 'Held by Stripe', 4.76, 0, 4.76),
          { ...cad('clearing:paypal', 'Held by PayPal', 500, 0, 500), currency: 'JPY' },
          { ...cad('service_fee_income', 'Service fees earned', 0, 500, -500), currency: 'JPY' },
        ],
        totals: [
          { currency: 'CAD', debit: 4.76, credit: 4.76, balance: 0 },
          { currency: 'JPY', debit: 500, credit: 500, balance: 0 },
        ],
      };
      expect((await get(`?day=${first}`)).json()).toEqual(expected);
      expect((await get()).json()).toMatchObject({
        day: today(),
        isFinished: false,
        lines: [
          cad('charity:6', charity.name, 1, 4.76, -3.76),
          cad('clearing:stripe', 'Held by Stripe', 4.76, 1, 3.76),
          {},
          {},
        ],
      });
      expect((await get(`?day=${today(-3 * dayMs)}`)).json()).toMatchObject({ lines: [], totals: [] });
    });

    test.each([
      ['?day=2026-02-30', 'Please enter a day as YYYY-MM-DD.'],
      ['?day=tomorrow', 'Please enter a day as YYYY-MM-DD.'],
      ['?day=2999-01-01', 'This day is in the future.'],
    ])('refuses %s', async (query, sentence) => {
      const refused = { status: 400, body: refusal('invalid_request', sentence) };
      expect(statusAndBody(await get(query))).toEqual(refused);
      expect(statusAndBody(await get(query, 'trial-balance.csv'))).toEqual(refused);
    });

    test('is downloaded as CSV', async () => {
      await post(app.deps, { from: 'service_fee_income', to: 'clearing:stripe', amountMinor: 476, currency: 'CAD' });
      const { headers, body } = await get(`?day=${today()}`, 'trial-balance.csv');
      expect(headers['content-disposition']).toBe(`attachment; filename="kindbite-trial-balance-${today()}.csv"`);
      expect(body.split('\r\n')).toEqual([
        '\ufeffAccount,Code,Currency,Debit,Credit,Balance',
        'Held by Stripe,clearing:stripe,CAD,4.76,0,4.76',
        'Service fees earned,service_fee_income,CAD,0,4.76,-4.76',
        '',
      ]);
    });
  });
});
