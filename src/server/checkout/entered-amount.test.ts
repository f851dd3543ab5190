import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkoutSentences, type DonationData } from '#contract/checkout.ts';
import { checkAmount, priceOf } from '#domain/donation/pricing.ts';
import { currencies, isCurrencyCode, type CurrencyCode } from '#domain/money/currency.ts';
import { specRates, toBase } from '#domain/money/exchange.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import { postCheckout, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { countRows, noRows } from '#test/support/app/row-counts.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { checkoutBody, customCheckoutBody, enteredCheckoutBody } from '#test/support/payments/checkout-body.ts';
import { openIntent } from '#test/support/payments/open-intent.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const codes = Object.keys(currencies).filter(isCurrencyCode);

/** CA$20.00 is US$14.71, and its fee US$1.47. */
const twentyDollars = money(20_00, 'CAD');
const withEntered = (customAmountEntered: unknown) => ({
  ...enteredCheckoutBody(twentyDollars),
  donationData: { ...enteredCheckoutBody(twentyDollars).donationData, customAmountEntered },
});

forEachDatabase((engine) => {
  describe('a custom amount as typed', () => {
    const cards = stubCards();
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, { cards });
    });
    afterAll(() => app.close());
    beforeEach(async () => {
      await app.deps.db.write.deleteFrom('donation_intents').execute();
      cards.opened.length = 0;
    });

    test('in Canadian dollars is charged exactly, with a fee of exactly 10 %', async () => {
      const intent = await openIntent(app, enteredCheckoutBody(twentyDollars));
      expect(intent).toMatchObject({
        label: 'Custom Donation',
        meals: 14,
        amount_minor: 1471,
        service_fee_minor: 147,
        currency: 'USD',
        charge_subtotal_minor: 2000,
        charge_service_fee_minor: 200,
        charge_total_minor: 2200,
        charge_currency: 'CAD',
        exchange_rate: '1.36',
      });
      expect(new URL(intent.success_url).searchParams.get('amount')).toBe('14.71');
      expect(cards.opened.at(-1)?.charge).toEqual(priceOf(twentyDollars));
    });

    test.each<[CurrencyCode, number, number, number]>([
      ['GBP', 20_00, 25_64, 38_35], // 25.6410…; total 28.20, 38.352
      ['EUR', 50_00, 54_35, 81_31], // 54.3478…; total 59.79, 81.3144
      ['JPY', 500, 3_31, 4_95], // 3.3112…; total 3.64, 4.9504
      ['USD', 20_00, 20_00, 29_92],
    ])(
      'in %s (%d) is converted to US dollars and then to Canadian dollars',
      async (currency, minor, amountMinor, chargeMinor) => {
        expect(await openIntent(app, enteredCheckoutBody(money(minor, currency)))).toMatchObject({
          amount_minor: amountMinor,
          charge_total_minor: chargeMinor,
        });
      },
    );

    test('is charged as the page shows it in every currency, and exactly as typed in Canadian dollars', async () => {
      // Canadian dollars, which are also in `codes`, come up twice as often.
      const anyEntered = fc
        .tuple(fc.integer({ min: 1, max: 1_500_000_000 }), fc.constantFrom<CurrencyCode>('CAD', ...codes))
        .map(([minor, code]) => money(minor, code))
        .filter((entered) => checkAmount(toBase(entered, specRates)) === 'ok');
      await fc.assert(
        fc.asyncProperty(anyEntered, async (entered) => {
          const body = enteredCheckoutBody(entered);
          const intent = await openIntent(app, body);
          expect(intent.charge_total_minor).toBe(body.amount);
          expect(intent.charge_subtotal_minor + intent.charge_service_fee_minor).toBe(intent.charge_total_minor);
          expect(intent.amount_minor).toBe(toBase(entered, specRates).amountMinor);
          if (entered.currency === 'CAD') expect(cards.opened.at(-1)?.charge).toEqual(priceOf(entered));
        }),
        { numRuns: 25 },
      );
    });

    test.each([
      ['one cent less', 14.7, 14],
      ['one cent more', 14.72, 14],
    ])('is charged even if the amount in US dollars is %s', async (_what, amount, mealsProvided) => {
      expect(await openIntent(app, enteredCheckoutBody(twentyDollars, { amount, mealsProvided }))).toMatchObject({
        amount_minor: 1471,
        charge_total_minor: 2200,
      });
    });

    test('is charged even if the amount and meals sent are those of one cent less', async () => {
      const body = enteredCheckoutBody(money(13_60, 'CAD'), { amount: 9.99, mealsProvided: 9 });
      expect(await openIntent(app, body)).toMatchObject({ amount_minor: 1000, meals: 10 });
    });

    test('can have its currency code in lower case', async () => {
      expect((await postCheckout(app, withEntered({ amount: 20, currency: 'cad' }))).statusCode).toBe(200);
    });

    test('is the amount in US dollars if the field is missing', async () => {
      expect(await openIntent(app, customCheckoutBody(14.71))).toMatchObject({
        charge_subtotal_minor: 2001,
        charge_total_minor: 2200,
      });
    });

    test('is ignored if the basket has snacks', async () => {
      const donation: Partial<DonationData> = { customAmountEntered: { amount: 20, currency: 'CAD' } };
      expect(await openIntent(app, checkoutBody({ donation }))).toMatchObject({ charge_total_minor: 524 });
    });

    const { amountInvalid, pricesChanged } = checkoutSentences;
    test.each<[string, unknown, number, string, string]>([
      ['two US cents off', { amount: 20.03, currency: 'CAD' }, 409, 'prices_changed', pricesChanged],
      ['in another currency', { amount: 20, currency: 'USD' }, 409, 'prices_changed', pricesChanged],
      ['ten times as large', { amount: 200, currency: 'CAD' }, 409, 'prices_changed', pricesChanged],
      ['less than US$1.00', { amount: 1.35, currency: 'CAD' }, 400, 'invalid_amount', amountInvalid],
      ['more than US$10,000.00', { amount: 13_600.01, currency: 'CAD' }, 400, 'invalid_amount', amountInvalid],
      ['negative', { amount: -20, currency: 'CAD' }, 400, 'invalid_amount', amountInvalid],
      ['zero', { amount: 0, currency: 'CAD' }, 400, 'invalid_amount', amountInvalid],
      ['finer than a cent', { amount: 20.001, currency: 'CAD' }, 400, 'invalid_amount', amountInvalid],
      ['in fractions of a yen', { amount: 500.5, currency: 'JPY' }, 400, 'invalid_amount', amountInvalid],
      ['in an unknown currency', { amount: 20, currency: 'XXX' }, 400, 'invalid_amount', amountInvalid],
      [
        'in a currency named like a property',
        { amount: 20, currency: 'constructor' },
        400,
        'invalid_amount',
        amountInvalid,
      ],
      ['text', { amount: '20', currency: 'CAD' }, 400, 'invalid_request', amountInvalid],
      ['without a currency', { amount: 20 }, 400, 'invalid_request', amountInvalid],
    ])('that is %s is refused, and nothing is written', async (_what, entered, status, code, sentence) => {
      const response = await postCheckout(app, withEntered(entered));
      expect({ status: response.statusCode, body: response.json() }).toEqual({ status, body: refusal(code, sentence) });
      expect(await countRows(app.deps.db.read)).toEqual(noRows);
      expect(cards.opened).toEqual([]);
    });

    test('repeated with one idempotency key is one checkout, and another amount with that key is refused', async () => {
      const options = { key: 'the-same-click' };
      const first = await postCheckout(app, enteredCheckoutBody(twentyDollars), options);
      const again = await postCheckout(app, enteredCheckoutBody(twentyDollars), options);
      expect(again.json()).toEqual(first.json());
      const inDollars = customCheckoutBody(toDecimal(toBase(twentyDollars, specRates)));
      expect((await postCheckout(app, inDollars, options)).statusCode).toBe(409);
      expect((await countRows(app.deps.db.read)).donation_intents).toBe(1);
    });
  });
});
