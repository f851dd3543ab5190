import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { convertPrice, priceOf } from '#domain/donation/pricing.ts';
import { chargeCurrency } from '#domain/money/currency.ts';
import { specRates } from '#domain/money/exchange.ts';
import { money, multiply, sum, toDecimal } from '#domain/money/money.ts';
import { postCheckout } from '#test/support/app/call-app.ts';
import { checkoutBody, customCheckoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { openIntent } from '#test/support/payments/open-intent.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { currentCatalogue, type Catalogue } from '#server/catalogue/index.ts';

forEachDatabase((engine) => {
  describe('the figures of a checkout', () => {
    const cards = stubCards();
    let app: TestApp;
    let catalogue: Catalogue;

    beforeAll(async () => {
      app = await startApp(engine, { cards });
      catalogue = currentCatalogue(app.deps);
    });
    afterAll(() => app.close());

    const expectCharge = async (body: Parameters<typeof openIntent>[1], amountMinor: number): Promise<void> => {
      const expected = convertPrice(priceOf(money(amountMinor, 'USD')), chargeCurrency, specRates);
      const intent = await openIntent(app, body);
      const charged = cards.opened.at(-1)?.charge;
      expect(charged).toEqual(expected);
      expect(intent.charge_total_minor).toBe(expected.total.amountMinor);
      expect(charged!.subtotal.amountMinor + charged!.serviceFee.amountMinor).toBe(charged!.total.amountMinor);
    };

    test('any stack is charged at the price the page shows, and its lines add up', async () => {
      const snacks = [...catalogue.snacks.values()];
      const picked = fc.subarray(snacks, { minLength: 1 });
      const quantities = fc.array(fc.integer({ min: 1, max: 100 }), {
        minLength: snacks.length,
        maxLength: snacks.length,
      });
      await fc.assert(
        fc.asyncProperty(picked, quantities, fc.constantFrom(5, 6, 7, 8, 9), async (stack, counts, charityId) => {
          const items = stack.map((snack, index) => ({ ...snack, quantity: counts[index] ?? 1 }));
          const subtotal = sum(
            items.map((item) => multiply(item.price, item.quantity)),
            'USD',
          );
          const donation = {
            charityId,
            amount: toDecimal(subtotal),
            mealsProvided: items.reduce((meals, item) => meals + item.meals * item.quantity, 0),
            snackId: items.length === 1 ? items[0]!.id : null,
            stackedSnacks: items.map(({ id, name, price, meals, quantity }) => ({
              id,
              name,
              price: toDecimal(price),
              mealsProvided: meals,
              quantity,
            })),
          };
          await expectCharge(checkoutBody({ donation }), subtotal.amountMinor);
        }),
        { numRuns: 25 },
      );
    });

    test('any custom amount from US$1.00 to US$10,000.00 is charged at the price the page shows', async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 100, max: 1_000_000 }), async (amountMinor) => {
          await expectCharge(customCheckoutBody(amountMinor / 100), amountMinor);
        }),
        { numRuns: 25 },
      );
    });

    test.each([-1, 0, 1])(
      'a total that differs from ours by %d cents is accepted, and ours is charged',
      async (difference) => {
        const response = await postCheckout(app, checkoutBody({ request: { amount: 524 + difference } }));
        expect(response.statusCode).toBe(200);
        expect(cards.opened.at(-1)?.charge.total.amountMinor).toBe(524);
      },
    );

    test('rounding errors of binary fractions are accepted', async () => {
      const stackedSnacks = [{ id: 6, name: 'Pastry', price: 2.75, mealsProvided: 2, quantity: 3 }];
      const donation = {
        snackId: 6,
        amount: 8.250000000000002,
        mealsProvided: 6,
        stackedSnacks,
        serviceFee: 0.8300000000000001,
      };
      expect((await postCheckout(app, checkoutBody({ donation }))).statusCode).toBe(200);
    });
  });
});
