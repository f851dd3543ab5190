import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordOfIntent } from '#server/payments/index.ts';
import { postCheckout } from '#test/support/app/call-app.ts';
import { checkoutBody, customCheckoutBody, coffeeColumns } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { openIntent } from '#test/support/payments/open-intent.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { sessionIdOf, stubCards } from '#test/support/payments/stub-cards.ts';
import { countRows, noRows } from '#test/support/app/row-counts.ts';

forEachDatabase((engine) => {
  describe('POST /api/create-checkout-session', () => {
    const cards = stubCards();
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, { cards });
    });
    afterAll(() => app.close());

    test('returns 200 with only the address of the hosted page', async () => {
      const response = await postCheckout(app, checkoutBody());
      const request = cards.opened.at(-1);
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual({ url: `https://pay.example/${request?.intentId}` });
      expect(response.headers['cache-control']).toBe('no-store');
    });

    test('freezes the price, the charge and the rate in one pending intent', async () => {
      const before = await countRows(app.deps.db.read);
      const intent = await openIntent(app);
      const { id, donation_id: donationId } = intent;
      expect(intent).toEqual({
        id: expect.stringMatching(/^int_[0-9a-z]{26}$/),
        donation_id: expect.stringMatching(/^don_[0-9a-z]{26}$/),
        idempotency_key: null,
        request_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        version: 2,
        status: 'pending',
        provider: 'stripe',
        provider_session_id: sessionIdOf(id),
        session_number: 1,
        provider_payment_id: null,
        browser_key_hash: null,
        plan_id: null,
        checkout_url: `https://pay.example/${id}`,
        expires_at: '2026-03-04T12:31:00.000Z',
        ...coffeeColumns,
        frozen_charity_name: 'Food banks across Canada',
        items: '[{"id":1,"name":"Coffee","price":{"amountMinor":350,"currency":"USD"},"meals":3,"quantity":1}]',
        rates_set_on: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        time_zone: 'America/Toronto',
        donor_id: null,
        cancel_url: 'http://localhost:3000/#donate',
        success_url: `http://localhost:3000/donation-success?amount=3.50&meals=3&charity=Food+banks+across+Canada&transaction_id=${donationId}`,
        created_at: '2026-03-04T12:00:00.000Z',
        updated_at: '2026-03-04T12:00:00.000Z',
      });
      expect(await countRows(app.deps.db.read)).toEqual({ ...before, donation_intents: before.donation_intents + 1 });
    });

    test('requests a charge in Canadian dollars from the provider, with subtotal and fee that add up to the total', async () => {
      const intent = await openIntent(app);
      expect(cards.opened.at(-1)).toEqual({
        intentId: intent.id,
        createdAt: new Date('2026-03-04T12:00:00.000Z'),
        number: 1,
        record: recordOfIntent(app.deps, intent),
        isRetry: false,
        charge: {
          subtotal: { amountMinor: 476, currency: 'CAD' },
          serviceFee: { amountMinor: 48, currency: 'CAD' },
          total: { amountMinor: 524, currency: 'CAD' },
        },
        label: 'Coffee',
        charityName: 'Food banks across Canada',
        successUrl: intent.success_url,
        cancelUrl: 'http://localhost:3000/#donate',
        expiresAt: new Date('2026-03-04T12:31:00.000Z'),
      });
    });

    test('writes no donation, ledger entry or email before anything is paid', async () => {
      const { donation_intents: _intents, ...others } = await countRows(app.deps.db.read);
      const { donation_intents: _none, ...none } = noRows;
      expect(others).toEqual(none);
    });

    test('labels two kinds of snacks Stacked Snacks and adds up their meals', async () => {
      const stackedSnacks = [
        { id: 1, name: 'Coffee', price: 3.5, mealsProvided: 3, quantity: 2 },
        { id: 2, name: 'Candy Bar', price: 1.5, mealsProvided: 1, quantity: 1 },
      ];
      const donation = { amount: 8.5, mealsProvided: 7, snackId: null, stackedSnacks };
      expect(await openIntent(app, checkoutBody({ donation }))).toMatchObject({
        label: 'Stacked Snacks',
        meals: 7,
        amount_minor: 850,
        service_fee_minor: 85,
        charge_subtotal_minor: 1156,
        charge_service_fee_minor: 116,
        charge_total_minor: 1272,
      });
    });

    test('prices a snack that only snackId identifies', async () => {
      const { donationData, ...request } = checkoutBody();
      const { stackedSnacks: _stackedSnacks, ...donation } = donationData;
      const intent = await openIntent(app, { ...request, donationData: donation });
      expect(intent).toMatchObject({ label: 'Coffee', amount_minor: 350, meals: 3, charge_total_minor: 524 });
    });

    test('adds up the quantities of a snack that is listed twice', async () => {
      const coffee = { id: 1, name: 'Coffee', price: 3.5, mealsProvided: 3, quantity: 1 };
      const intent = await openIntent(
        app,
        checkoutBody({ donation: { amount: 7, mealsProvided: 6, stackedSnacks: [coffee, coffee] } }),
      );
      expect(intent).toMatchObject({ label: 'Coffee', amount_minor: 700, meals: 6 });
      expect(JSON.parse(intent.items)).toEqual([expect.objectContaining({ id: 1, quantity: 2 })]);
    });

    test('accepts a custom amount and rounds its dollars down to meals', async () => {
      const intent = await openIntent(app, customCheckoutBody(25.99));
      expect(intent).toMatchObject({
        label: 'Custom Donation',
        items: '[]',
        meals: 25,
        amount_minor: 2599,
        service_fee_minor: 260,
        charge_subtotal_minor: 3535,
        charge_service_fee_minor: 353,
        charge_total_minor: 3888,
      });
    });

    test.each([1, 10_000])('accepts US$%d as a custom amount: both limits are allowed', async (amount) => {
      expect(await openIntent(app, customCheckoutBody(amount))).toMatchObject({ amount_minor: amount * 100 });
    });

    test('needs only the fields that the spec requires: no time zone, names, meals or fee', async () => {
      const { timeZone: _timeZone, ...request } = checkoutBody();
      const bare = { amount: 3.5, charityId: 6, stackedSnacks: [{ id: 1, price: 3.5, quantity: 1 }] };
      const intent = await openIntent(app, { ...request, donationData: bare });
      expect(intent).toMatchObject({ time_zone: 'UTC', amount_minor: 350, meals: 3 });
    });

    test('treats an unknown time zone as missing', async () => {
      expect(await openIntent(app, checkoutBody({ request: { timeZone: 'Mars/Olympus' } }))).toMatchObject({
        time_zone: 'UTC',
      });
    });

    test('ignores unknown fields', async () => {
      const response = await postCheckout(app, {
        ...checkoutBody(),
        coupon: 'HALF',
        donationData: { ...checkoutBody().donationData, tip: 5 },
      });
      expect(response.statusCode).toBe(200);
    });

    test('does not compare names, which are display text', async () => {
      const names = { charityName: 'Another name', snackName: 'Kaffee' };
      expect(await openIntent(app, checkoutBody({ donation: names }))).toMatchObject({
        label: 'Coffee',
        charity_id: 6,
      });
    });

    test.each(['cad', 'CAD', 'Cad'])('accepts the currency written as %s', async (currency) => {
      expect((await postCheckout(app, checkoutBody({ request: { currency } }))).statusCode).toBe(200);
    });

    test('keeps the parameters of the return address but replaces those about the donation', async () => {
      const successUrl = 'http://localhost:3000/donation-success?from=home&amount=1000000#top';
      const { success_url: address } = await openIntent(app, checkoutBody({ request: { successUrl } }));
      expect(new URL(address).searchParams.getAll('amount')).toEqual(['3.50']);
      expect(new URL(address).searchParams.get('from')).toBe('home');
      expect(new URL(address).hash).toBe('#top');
    });
  });
});
