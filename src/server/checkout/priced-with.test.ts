import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkoutSentences } from '#contract/checkout.ts';
import { postCheckout, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { orderBody, paypalPage } from '#test/support/payments/paypal-calls.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { stubPayPal } from '#test/support/payments/stub-paypal.ts';
import { insertRatesVersion, newRate } from '#test/support/rates/rates.ts';

const minuteMs = 60 * 1000;

forEachDatabase((engine) => {
  describe('a checkout', () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards(), paypal: stubPayPal() });
    });
    afterEach(() => app.close());

    const changed = [409, refusal('prices_changed', checkoutSentences.pricesChanged)] as const;
    /** One coffee, which costs CA$5.24 at the first rates. */
    const payByCard = async (pricedWith?: object, amount = 524) => {
      const response = await postCheckout(app, { ...checkoutBody({ request: { amount } }), pricedWith });
      return [response.statusCode, response.statusCode === 200 ? 'opened' : response.json<unknown>()] as const;
    };
    const payWithPayPal = async (pricedWith?: object, amount = '5.24') => {
      const response = await paypalPage(app).requestOrder({ ...orderBody('CAD'), amount, pricedWith });
      return [response.statusCode, response.statusCode === 200 ? 'opened' : response.json<unknown>()] as const;
    };
    const opened = [200, 'opened'] as const;
    const frozen = async () =>
      app.deps.db.read
        .selectFrom('donation_intents')
        .select(['provider', 'charge_total_minor as charge', 'exchange_rate as rate', 'rates_set_on as day'])
        .orderBy('provider')
        .execute();
    const shownVersion = async () =>
      (await app.server.inject({ url: '/api/rates' })).json<{ version: number }>().version;

    test('has the prices that the page showed, for 30 minutes after a change', async () => {
      const rates = await shownVersion();
      await insertRatesVersion(app);
      app.clock.advance(30 * minuteMs - 1);
      expect([await payByCard({ rates }), await payWithPayPal({ rates })]).toEqual([opened, opened]);
      expect(await frozen()).toEqual(
        ['paypal', 'stripe'].map((provider) => ({ provider, charge: 524, rate: '1.36', day: '2026-11-21' })),
      );
      app.clock.advance(1);
      expect([await payByCard({ rates }), await payWithPayPal({ rates })]).toEqual([changed, changed]);
    });

    test('has the new prices if the page shows them', async () => {
      await insertRatesVersion(app);
      const rates = await shownVersion();
      expect([await payByCard({ rates }), await payWithPayPal({ rates })]).toEqual([changed, changed]);
      expect([await payByCard({ rates }, 539), await payWithPayPal({ rates }, '5.39')]).toEqual([opened, opened]);
      expect((await frozen()).map(({ rate, day }) => [rate, day])).toEqual([
        ['1.4', '2026-03-03'],
        ['1.4', '2026-03-03'],
      ]);
    });

    test('from a page that sends no version has the current prices', async () => {
      await insertRatesVersion(app);
      for (const pricedWith of [undefined, {}])
        expect([await payByCard(pricedWith), await payWithPayPal(pricedWith)]).toEqual([changed, changed]);
    });

    test.each([-1, 2, 3, 0.5, '0', null, Number.MAX_SAFE_INTEGER])(
      'never takes an old price with the version %j, which no page can have',
      async (rates) => {
        await insertRatesVersion(app);
        await insertRatesVersion(app, { CAD: newRate({ unitsPerDollar: '1.5' }) }, '2026-03-05T00:00:00.000Z');
        const responses = [await payByCard({ rates }), await payWithPayPal({ rates })];
        expect(responses.map(([status]) => status)).not.toContain(200);
        expect(await payByCard({ rates }, 578)).not.toEqual(opened); // at tomorrow's rate
        expect(await frozen()).toEqual([]);
      },
    );

    test('honors only the version that the page names', async () => {
      await insertRatesVersion(app);
      app.clock.advance(minuteMs);
      await insertRatesVersion(app, { CAD: newRate({ unitsPerDollar: '1.38' }) });
      expect([await payByCard({ rates: 1 }), await payWithPayPal({ rates: 1 })]).toEqual([changed, changed]);
      expect([await payByCard({ rates: 1 }, 539), await payWithPayPal({ rates: 0 })]).toEqual([opened, opened]);
    });
  });
});
