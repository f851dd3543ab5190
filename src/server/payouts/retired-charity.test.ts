import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toDecimal } from '#domain/money/money.ts';
import { call, statusAndBody } from '#test/support/accounts/account-calls.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { insertCatalogueVersion } from '#test/support/catalogue/catalogue.ts';
import { findPain001Problems, parseXml, textsOf } from '#test/support/payouts/pain001-rules.ts';
import { makePayable, todayOf } from '#test/support/payouts/valid-payout-calls.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

forEachDatabase((engine) => {
  describe('a retired charity', () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterEach(() => app.close());

    test('is paid what it is owed: with a batch, a file for the bank, and a second person who marks it as paid', async () => {
      const amount = toDecimal(await makePayable(app));
      await insertCatalogueVersion(app, { charities: { 6: { isRetired: true } } });
      const finance = await signInStaff(app, 'finance');
      const owner = await signInStaff(app, 'owner');
      const get = (url: string) => call(app, { method: 'GET', url, cookie: finance.cookie });
      const post = async (url: string, body: object, cookie = finance.cookie) =>
        statusAndBody(await call(app, { method: 'POST', url, cookie, body }));
      expect((await get('/api/admin/payout-preview')).json()).toMatchObject([
        { charityId: 6, charityName: 'Food banks across Canada', amount, problem: null },
      ]);
      const payouts = [{ charityId: 6, currency: 'CAD', amount }];
      const batch = await post('/api/admin/payout-batches', { day: todayOf(app), payouts, reason: 'Friday' });
      expect(batch.status).toBe(200);
      const { id } = batch.body as { id: string };
      const file = await get(`/api/admin/payout-batches/${id}/payments/CAD`);
      expect([file.statusCode, findPain001Problems(file.body)]).toEqual([200, []]);
      expect(textsOf(parseXml(file.body), 'CtrlSum')).toEqual(['10.00', '10.00']);
      const confirmation = { paidOn: todayOf(app), reference: 'BANK-1', reason: 'Friday' };
      expect(await post(`/api/admin/payout-batches/${id}/pay`, confirmation, owner.cookie)).toEqual({
        status: 200,
        body: { status: 'paid' },
      });
      expect((await get('/api/admin/payouts')).json()).toMatchObject({
        figures: [{ charityId: 6, owed: 0, paid: amount }],
      });
    });
  });
});
