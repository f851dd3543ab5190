import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkoutSentences } from '#contract/checkout.ts';
import { paypalSentences } from '#contract/paypal.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { enteredCheckoutBody } from '#test/support/payments/checkout-body.ts';
import { orderBody, paypalPage } from '#test/support/payments/paypal-calls.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { ownOrigin, startApp } from '#test/support/app/start-app.ts';
import { countRows } from '#test/support/app/row-counts.ts';

/** The total for one coffee, fee included, in each currency that PayPal supports. */
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

const { donationData, ...withoutDonation } = orderBody();

forEachDatabase((engine) => {
  describe('POST /paypal/order', () => {
    let world: AppWithSandbox;
    const postOrder = (body: unknown, headers?: Readonly<Record<string, string>>) =>
      paypalPage(world.app).requestOrder(body, headers);
    const orderAt = (id: string) => world.sandbox.sandbox.store.paypalOrders.get(id);
    const intents = () => world.app.deps.db.read.selectFrom('donation_intents').selectAll().execute();

    beforeAll(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterAll(() => world.close());

    test.each(totals)('creates an order for exactly our total in %s', async (currency, value, totalMinor) => {
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
        customId: expect.stringMatching(`^${intent?.id} `),
        invoiceId: intent?.donation_id,
        description: 'Donation to Food banks across Canada: Coffee',
      });
    });

    test.each<[string, unknown]>([
      ['a number', orderBody('CAD', { request: { amount: 5.24 } })],
      [
        'currency and intent in another letter case',
        orderBody('CAD', { request: { currency: 'cad', intent: 'CAPTURE' } }),
      ],
      ['a total that is off by one cent', orderBody('CAD', { request: { amount: '5.25' } })],
      ['no service fee', { ...withoutDonation, donationData: { ...donationData, serviceFee: undefined } }],
      ['unknown fields', { ...orderBody(), surprise: true }],
    ])('accepts %s', async (_what, body) => {
      const orderId = await paypalPage(world.app).order(body);
      expect(orderAt(orderId)?.amount).toEqual({ currency_code: 'CAD', value: '5.24' });
    });

    test('treats an amount without snacks as a custom amount', async () => {
      const donation = { amount: 12.5, charityId: 6, charityName: 'Food banks across Canada', mealsProvided: 12 };
      const orderId = await paypalPage(world.app).order({
        ...withoutDonation,
        amount: '18.70',
        donationData: donation,
      });
      const intent = (await intents()).find((row) => row.provider_session_id === orderId);
      expect(intent).toMatchObject({ label: 'Custom Donation', amount_minor: 1250, meals: 12 });
    });

    test.each<[CurrencyCode, number, CurrencyCode, string]>([
      ['CAD', 20_00, 'CAD', '22.00'],
      ['GBP', 20_00, 'GBP', '22.00'],
      ['JPY', 500, 'JPY', '550'],
      ['AED', 50_00, 'USD', '14.98'], // US$13.62 and its fee of 1.36
    ])('charges a custom amount in %s (%d) in %s exactly as shown', async (entered, minor, currency, value) => {
      const { donationData: donation } = enteredCheckoutBody(money(minor, entered));
      const orderId = await paypalPage(world.app).order({
        ...withoutDonation,
        amount: value,
        currency,
        donationData: donation,
      });
      expect(orderAt(orderId)?.amount).toEqual({ currency_code: currency, value });
    });

    test('refuses a custom amount that does not agree with its amount in US dollars', async () => {
      const { donationData: donation } = enteredCheckoutBody(money(20_00, 'CAD'), { amount: 14.73 });
      const response = await postOrder({ ...withoutDonation, amount: '22.00', donationData: donation });
      expect(response.statusCode).toBe(409);
      expect(response.json()).toEqual(refusal('prices_changed', checkoutSentences.pricesChanged));
    });

    test.each<[string, unknown, number, string, string]>([
      [
        'an intent other than capture',
        { request: { intent: 'authorize' } },
        400,
        'invalid_request',
        paypalSentences.intentInvalid,
      ],
      [
        'a currency that PayPal does not support',
        { request: { currency: 'AED' } },
        400,
        'invalid_request',
        paypalSentences.currencyInvalid,
      ],
      [
        'an unknown currency',
        { request: { currency: 'constructor' } },
        400,
        'invalid_request',
        paypalSentences.currencyInvalid,
      ],
      ['an amount of zero', { request: { amount: '0.00' } }, 400, 'invalid_amount', paypalSentences.amountInvalid],
      ['a negative amount', { request: { amount: -5.24 } }, 400, 'invalid_amount', paypalSentences.amountInvalid],
      ['a hexadecimal amount', { request: { amount: '0x5' } }, 400, 'invalid_amount', paypalSentences.amountInvalid],
      [
        'an amount with thousandths',
        { request: { amount: '5.241' } },
        400,
        'invalid_amount',
        paypalSentences.amountInvalid,
      ],
      ['an amount that is null', { request: { amount: null } }, 400, 'invalid_request', paypalSentences.amountInvalid],
      ['an unknown charity', { donation: { charityId: 99 } }, 400, 'invalid_charity', checkoutSentences.charityUnknown],
      ['the constant 2.99', { request: { amount: '2.99' } }, 409, 'prices_changed', checkoutSentences.pricesChanged],
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
    ])('refuses %s and writes nothing', async (_what, changes, status, code, sentence) => {
      const before = await countRows(world.app.deps.db.read);
      const response = await postOrder(orderBody('CAD', changes as Parameters<typeof orderBody>[1]));
      expect({ status: response.statusCode, body: response.json<unknown>() }).toEqual({
        status,
        body: refusal(code, sentence),
      });
      expect(await countRows(world.app.deps.db.read)).toEqual(before);
    });

    test('refuses decimals in a currency without decimals', async () => {
      const response = await postOrder(orderBody('JPY', { request: { amount: '580.5' } }));
      expect(response.json<unknown>()).toEqual(refusal('invalid_amount', paypalSentences.amountInvalid));
    });

    test('refuses a monthly donation', async () => {
      const response = await postOrder({ ...withoutDonation, donationData: { ...donationData, recurring: true } });
      expect(response.statusCode).toBe(400);
    });

    test.each<[string, string | number]>([
      ['the smallest amount', 0.01],
      ['the largest donation with its fee', '14960.00'],
    ])('without donation data creates an order for %s and stores nothing', async (_what, amount) => {
      const before = await countRows(world.app.deps.db.read);
      const orderId = await paypalPage(world.app).order({ ...withoutDonation, amount });
      expect(orderAt(orderId)).toMatchObject({ customId: 'without_gift', invoiceId: null });
      expect(await countRows(world.app.deps.db.read)).toEqual(before);
    });

    test('without donation data refuses more than the largest amount', async () => {
      const response = await postOrder({ ...withoutDonation, amount: '14960.01' });
      expect(response.json<unknown>()).toEqual(refusal('invalid_amount', paypalSentences.amountInvalid));
    });

    test('gives the browser a key that scripts cannot read, and reuses it', async () => {
      const page = paypalPage(world.app);
      const [first, second] = [await page.requestOrder(), await page.requestOrder()];
      expect(first.cookies).toMatchObject([
        { name: 'paypal_browser', path: '/paypal', httpOnly: true, sameSite: 'Lax' },
      ]);
      expect(first.cookies[0]?.value).toMatch(/^[\w-]{43}$/);
      expect(second.cookies[0]?.value).toBe(first.cookies[0]?.value);
      const malformed = await postOrder(orderBody(), { cookie: 'paypal_browser=short' });
      expect(malformed.cookies[0]?.value).toMatch(/^[\w-]{43}$/);
    });

    test('creates the order for the signed-in user', async () => {
      const { cookie, user } = await signIn(world.app);
      const orderId = await paypalPage(world.app, cookie).order();
      expect((await intents()).find((row) => row.provider_session_id === orderId)?.donor_id).toBe(user.id);
    });

    test('creates one order per idempotency key and refuses different figures for the same key', async () => {
      const key = { 'idempotency-key': 'click-number-1' };
      const responses = await Promise.all([postOrder(orderBody(), key), postOrder(orderBody(), key)]);
      responses.push(await postOrder(orderBody(), key));
      expect(new Set(responses.map((response) => response.body)).size).toBe(1);
      const other = await postOrder(orderBody('EUR'), key);
      expect(other.json<unknown>()).toEqual(refusal('prices_changed', checkoutSentences.pricesChanged));
    });

    test('refuses a request from another site', async () => {
      const response = await postOrder(orderBody(), { origin: 'https://elsewhere.example' });
      expect(response.statusCode).toBe(403);
    });
  });

  describe('GET /paypal/setup', () => {
    test('returns a token that PayPal’s script accepts, and the script’s address', async () => {
      const world = await startAppWithSandbox(engine);
      const response = await world.app.server.inject({ url: '/paypal/setup' });
      const { clientToken, webSdkUrl } = response.json<{ clientToken: string; webSdkUrl: string }>();
      expect(webSdkUrl).toBe(world.sandbox.url);
      const checked = await fetch(`${webSdkUrl}/paypal/clients/check?token=${encodeURIComponent(clientToken)}`);
      expect(checked.status).toBe(200);
      await world.close();
    });

    test('returns 503 when PayPal is unavailable', async () => {
      const environment = {
        PAYPAL_CLIENT_ID: 'id',
        PAYPAL_CLIENT_SECRET: 'secret',
        PAYPAL_WEBHOOK_ID: 'hook',
        PAYPAL_API_BASE: 'http://127.0.0.1:9',
      };
      const app = await startApp(engine, { environment });
      const response = await app.server.inject({ url: '/paypal/setup' });
      expect([response.statusCode, response.json<unknown>()]).toEqual([
        503,
        refusal('provider_unavailable', paypalSentences.unavailable),
      ]);
      await app.close();
    });

    test('returns 404, like the other PayPal endpoints, when PayPal is not configured', async () => {
      const app = await startApp(engine);
      const page = paypalPage(app);
      const responses = [
        await app.server.inject({ url: '/paypal/setup', headers: { origin: ownOrigin } }),
        await page.requestOrder(),
        await page.capture('5O190127TN364715T'),
      ];
      for (const response of responses) {
        expect([response.statusCode, response.json<unknown>()]).toEqual([
          404,
          refusal('not_found', paypalSentences.notOffered),
        ]);
      }
      await app.close();
    });
  });
});
