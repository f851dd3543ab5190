import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkoutSentences } from '#contract/checkout.ts';
import { paypalSentences } from '#contract/paypal.ts';
import { refusal } from '#test/support/call-app.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { startPaymentWorld, type PaymentWorld } from '#test/support/payment-world.ts';
import { orderBody, paypalPage } from '#test/support/paypal-calls.ts';
import { signIn } from '#test/support/signed-in.ts';
import { ownOrigin, startApp } from '#test/support/start-app.ts';
import { countRows } from '#test/support/table-rows.ts';

/** One coffee is US$3.85 with its fee; what that is in each currency that PayPal settles. */
const totals = [
  ['USD', '3.85', 385],
  ['CAD', '5.24', 524],
  ['MXN', '64.49', 6449],
  ['GBP', '3.00', 300],
  ['EUR', '3.54', 354],
  ['CHF', '3.39', 339],
  ['JPY', '581', 581],
  ['AUD', '5.85', 585],
] as const;

const { donationData, ...withoutGift } = orderBody();

forEachDatabase((engine) => {
  describe('POST /paypal/order', () => {
    let world: PaymentWorld;
    const ask = (body: unknown, headers?: Readonly<Record<string, string>>) =>
      paypalPage(world.app).askOrder(body, headers);
    const orderAt = (id: string) => world.sandbox.sandbox.store.paypalOrders.get(id);
    const intents = () => world.app.deps.db.read.selectFrom('donation_intents').selectAll().execute();

    beforeAll(async () => {
      world = await startPaymentWorld(engine);
    });
    afterAll(() => world.close());

    test.each(totals)('makes an order for exactly our total in %s', async (currency, value, totalMinor) => {
      const orderId = await paypalPage(world.app).order(orderBody(currency));
      const intent = (await intents()).find((row) => row.provider_session_id === orderId);
      expect(intent).toMatchObject({
        provider: 'paypal',
        status: 'pending',
        charge_total_minor: totalMinor,
        charge_currency: currency,
        amount_minor: 350,
        meals: 3,
      });
      expect(orderAt(orderId)).toMatchObject({
        amount: { currency_code: currency, value },
        customId: intent?.id,
        invoiceId: intent?.donation_id,
        description: 'Donation to Food banks across Canada: Coffee',
      });
    });

    test.each<[string, unknown]>([
      ['a number', orderBody('CAD', { request: { amount: 5.24 } })],
      ['another case of currency and intent', orderBody('CAD', { request: { currency: 'cad', intent: 'CAPTURE' } })],
      ['a total that is off by one cent', orderBody('CAD', { request: { amount: '5.25' } })],
      ['no service fee', { ...withoutGift, donationData: { ...donationData, serviceFee: undefined } }],
      ['unknown fields', { ...orderBody(), surprise: true }],
    ])('takes %s', async (_what, body) => {
      const orderId = await paypalPage(world.app).order(body);
      expect(orderAt(orderId)?.amount).toEqual({ currency_code: 'CAD', value: '5.24' });
    });

    test('takes an amount without snacks for the donor’s own', async () => {
      const gift = { amount: 12.5, charityId: 6, charityName: 'Food banks across Canada', mealsProvided: 12 };
      const orderId = await paypalPage(world.app).order({ ...withoutGift, amount: '18.70', donationData: gift });
      const intent = (await intents()).find((row) => row.provider_session_id === orderId);
      expect(intent).toMatchObject({ label: 'Custom Donation', amount_minor: 1250, meals: 12 });
    });

    test.each<[string, unknown, number, string, string]>([
      [
        'an intent of another kind',
        { request: { intent: 'authorize' } },
        400,
        'invalid_request',
        paypalSentences.intentInvalid,
      ],
      [
        'a currency that PayPal does not settle',
        { request: { currency: 'AED' } },
        400,
        'invalid_request',
        paypalSentences.currencyInvalid,
      ],
      [
        'a currency of nobody',
        { request: { currency: 'constructor' } },
        400,
        'invalid_request',
        paypalSentences.currencyInvalid,
      ],
      ['nothing', { request: { amount: '0.00' } }, 400, 'invalid_amount', paypalSentences.amountInvalid],
      ['less than nothing', { request: { amount: -5.24 } }, 400, 'invalid_amount', paypalSentences.amountInvalid],
      ['another way to write it', { request: { amount: '0x5' } }, 400, 'invalid_amount', paypalSentences.amountInvalid],
      ['a thousandth', { request: { amount: '5.241' } }, 400, 'invalid_amount', paypalSentences.amountInvalid],
      [
        'an amount of another kind',
        { request: { amount: null } },
        400,
        'invalid_request',
        paypalSentences.amountInvalid,
      ],
      ['an unknown charity', { donation: { charityId: 99 } }, 400, 'invalid_charity', checkoutSentences.charityUnknown],
      [
        'the passed constant of 2.99',
        { request: { amount: '2.99' } },
        409,
        'prices_changed',
        checkoutSentences.pricesChanged,
      ],
      ['two cents less', { request: { amount: '5.22' } }, 409, 'prices_changed', checkoutSentences.pricesChanged],
      [
        'the figures of another currency',
        { request: { currency: 'JPY', amount: '524' } },
        409,
        'prices_changed',
        checkoutSentences.pricesChanged,
      ],
      ['a forged fee', { donation: { serviceFee: 0 } }, 409, 'prices_changed', checkoutSentences.pricesChanged],
      ['forged meals', { donation: { mealsProvided: 300 } }, 409, 'prices_changed', checkoutSentences.pricesChanged],
    ])('refuses %s, and writes nothing', async (_what, changes, status, code, sentence) => {
      const before = await countRows(world.app.deps.db.read);
      const answer = await ask(orderBody('CAD', changes as Parameters<typeof orderBody>[1]));
      expect({ status: answer.statusCode, body: answer.json<unknown>() }).toEqual({
        status,
        body: refusal(code, sentence),
      });
      expect(await countRows(world.app.deps.db.read)).toEqual(before);
    });

    test('refuses decimals of a currency that has none', async () => {
      const answer = await ask(orderBody('JPY', { request: { amount: '580.5' } }));
      expect(answer.json<unknown>()).toEqual(refusal('invalid_amount', paypalSentences.amountInvalid));
    });

    test('refuses a monthly gift', async () => {
      const answer = await ask({ ...withoutGift, donationData: { ...donationData, recurring: true } });
      expect(answer.statusCode).toBe(400);
    });

    test.each<[string, string | number]>([
      ['the smallest sum', 0.01],
      ['the largest gift with its fee', '14960.00'],
    ])('without a gift makes an order for %s, of which nothing is kept', async (_what, amount) => {
      const before = await countRows(world.app.deps.db.read);
      const orderId = await paypalPage(world.app).order({ ...withoutGift, amount });
      expect(orderAt(orderId)).toMatchObject({ customId: 'without_gift', invoiceId: null });
      expect(await countRows(world.app.deps.db.read)).toEqual(before);
    });

    test('without a gift is refused above the largest', async () => {
      const answer = await ask({ ...withoutGift, amount: '14960.01' });
      expect(answer.json<unknown>()).toEqual(refusal('invalid_amount', paypalSentences.amountInvalid));
    });

    test('gives the browser a key that no script reads, and keeps it', async () => {
      const page = paypalPage(world.app);
      const [first, second] = [await page.askOrder(), await page.askOrder()];
      expect(first.cookies).toMatchObject([
        { name: 'paypal_browser', path: '/paypal', httpOnly: true, sameSite: 'Lax' },
      ]);
      expect(first.cookies[0]?.value).toMatch(/^[\w-]{43}$/);
      expect(second.cookies[0]?.value).toBe(first.cookies[0]?.value);
      const odd = await ask(orderBody(), { cookie: 'paypal_browser=short' });
      expect(odd.cookies[0]?.value).toMatch(/^[\w-]{43}$/);
    });

    test('belongs to whoever is signed in', async () => {
      const { cookie, user } = await signIn(world.app);
      const orderId = await paypalPage(world.app, cookie).order();
      expect((await intents()).find((row) => row.provider_session_id === orderId)?.donor_id).toBe(user.id);
    });

    test('twice under one key is one order; other figures under it are refused', async () => {
      const key = { 'idempotency-key': 'click-number-1' };
      const answers = await Promise.all([ask(orderBody(), key), ask(orderBody(), key)]);
      answers.push(await ask(orderBody(), key));
      expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
      const other = await ask(orderBody('EUR'), key);
      expect(other.json<unknown>()).toEqual(refusal('prices_changed', checkoutSentences.pricesChanged));
    });

    test('from a foreign page is refused', async () => {
      const answer = await ask(orderBody(), { origin: 'https://elsewhere.example' });
      expect(answer.statusCode).toBe(403);
    });
  });

  describe('GET /paypal/setup', () => {
    test('gives a token that PayPal’s script takes, and where the script is', async () => {
      const world = await startPaymentWorld(engine);
      const answer = await world.app.server.inject({ url: '/paypal/setup' });
      const { clientToken, webSdkUrl } = answer.json<{ clientToken: string; webSdkUrl: string }>();
      expect(webSdkUrl).toBe(world.sandbox.url);
      const checked = await fetch(`${webSdkUrl}/paypal/client-tokens/check?token=${encodeURIComponent(clientToken)}`);
      expect(checked.status).toBe(200);
      await world.close();
    });

    test('answers 502 when PayPal cannot be asked', async () => {
      const environment = {
        PAYPAL_CLIENT_ID: 'id',
        PAYPAL_CLIENT_SECRET: 'secret',
        PAYPAL_WEBHOOK_ID: 'hook',
        PAYPAL_API_BASE: 'http://127.0.0.1:9',
      };
      const app = await startApp(engine, { environment });
      const answer = await app.server.inject({ url: '/paypal/setup' });
      expect([answer.statusCode, answer.json<unknown>()]).toEqual([
        502,
        refusal('provider_unavailable', paypalSentences.unavailable),
      ]);
      await app.close();
    });

    test('and the calls beside it are not there without PayPal', async () => {
      const app = await startApp(engine);
      const page = paypalPage(app);
      const answers = [
        await app.server.inject({ url: '/paypal/setup', headers: { origin: ownOrigin } }),
        await page.askOrder(),
        await page.capture('5O190127TN364715T'),
      ];
      for (const answer of answers) {
        expect([answer.statusCode, answer.json<unknown>()]).toEqual([
          404,
          refusal('not_found', paypalSentences.notOffered),
        ]);
      }
      await app.close();
    });
  });
});
