import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkoutSentences } from '#contract/checkout.ts';
import { convertPrice, priceOf } from '#domain/donation/pricing.ts';
import { specRates } from '#domain/money/exchange.ts';
import { money } from '#domain/money/money.ts';
import { postCheckout, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { insertCatalogueVersion } from '#test/support/catalogue/catalogue.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { orderBody, paypalPage } from '#test/support/payments/paypal-calls.ts';
import { stubCards, type StubCards } from '#test/support/payments/stub-cards.ts';
import { stubPayPal } from '#test/support/payments/stub-paypal.ts';
import { insertRatesVersion } from '#test/support/rates/rates.ts';

const minuteMs = 60 * 1000;

forEachDatabase((engine) => {
  describe('a checkout of snacks', () => {
    let app: TestApp;
    let cards: StubCards;

    beforeEach(async () => {
      cards = stubCards();
      app = await startApp(engine, { cards, paypal: stubPayPal() });
    });
    afterEach(() => app.close());

    const changed = [409, refusal('prices_changed', checkoutSentences.pricesChanged)] as const;
    const retired = [400, refusal('invalid_charity', checkoutSentences.charityRetired)] as const;
    const opened = [200, 'opened'] as const;

    /** One coffee at a price in cents, as a page shows it. */
    const coffeeAt = (cents: number) => ({
      amount: cents / 100,
      stackedSnacks: [{ id: 1, name: 'Coffee', price: cents / 100, mealsProvided: 3, quantity: 1 }],
    });
    const payByCard = async (pricedWith?: object, cents = 350, request: object = {}) => {
      const response = await postCheckout(app, {
        ...checkoutBody({ donation: coffeeAt(cents), request }),
        pricedWith,
      });
      return [response.statusCode, response.statusCode === 200 ? 'opened' : response.json<unknown>()] as const;
    };
    const payWithPayPal = async (pricedWith?: object, cents = 350) => {
      const response = await paypalPage(app).requestOrder({
        ...orderBody('CAD', { donation: coffeeAt(cents) }),
        pricedWith,
      });
      return [response.statusCode, response.statusCode === 200 ? 'opened' : response.json<unknown>()] as const;
    };
    const both = async (pricedWith?: object, cents?: number) => [
      await payByCard(pricedWith, cents),
      await payWithPayPal(pricedWith, cents),
    ];
    const shownVersion = async () =>
      Number((await app.server.inject({ url: '/api/snacks' })).headers['content-version']);
    const frozen = () =>
      app.deps.db.read
        .selectFrom('donation_intents')
        .select(['label', 'meals', 'amount_minor as amount', 'items'])
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();

    test('has the prices, meals and names that the page showed, for 30 minutes after a change', async () => {
      const catalogue = await shownVersion();
      await insertCatalogueVersion(app, { snacks: { 1: { priceMinor: 400, meals: 4, name: 'Large Coffee' } } });
      app.clock.advance(30 * minuteMs - 1);
      expect(await both({ catalogue })).toEqual([opened, opened]);
      const [one, other] = await frozen();
      expect([one, other].map((row) => [row!.label, row!.meals, row!.amount])).toEqual([
        ['Coffee', 3, 350],
        ['Coffee', 3, 350],
      ]);
      expect(JSON.parse(one!.items)).toEqual([
        { id: 1, name: 'Coffee', price: { amountMinor: 350, currency: 'USD' }, meals: 3, quantity: 1 },
      ]);
      app.clock.advance(1);
      expect(await both({ catalogue })).toEqual([changed, changed]);
    });

    test('has the current prices if the page sends no version', async () => {
      await insertCatalogueVersion(app, { snacks: { 1: { priceMinor: 400 } } });
      expect(await both({})).toEqual([changed, changed]);
      expect(await both(undefined, 400)).toEqual([opened, opened]);
    });

    test('honors the catalogue and the rates of a page independently', async () => {
      await insertCatalogueVersion(app, { snacks: { 1: { priceMinor: 400 } } });
      await insertRatesVersion(app);
      expect(await payByCard({ rates: 0, catalogue: 0 })).toEqual(opened);
      expect(await payByCard({ catalogue: 0 })).toEqual(changed);
      expect(await payByCard({ rates: 1, catalogue: 0 }, 350, { amount: 539 })).toEqual(opened); // US$3.85 × 1.4
      expect(await payByCard({ rates: 0 })).toEqual(changed);
    });

    test('honors a retired snack for 30 minutes, like a price, and then refuses it as a changed price', async () => {
      const catalogue = await shownVersion();
      await insertCatalogueVersion(app, { snacks: { 1: { isRetired: true } } });
      expect(await both({ catalogue })).toEqual([opened, opened]);
      expect(await both({})).toEqual([changed, changed]);
      app.clock.advance(30 * minuteMs);
      expect(await both({ catalogue })).toEqual([changed, changed]);
    });

    test('for a retired charity is refused immediately, and nothing is stored', async () => {
      const catalogue = await shownVersion();
      await insertCatalogueVersion(app, { charities: { 6: { isRetired: true } } });
      expect(await both({ catalogue })).toEqual([retired, retired]);
      expect(await frozen()).toEqual([]);
    });

    test('that is tried again after its charity was renamed has the name that the donor read', async () => {
      const respond = cards.respondToOpen;
      cards.respondToOpen = () => ({ code: 'unavailable', detail: 'down' });
      const request = () => postCheckout(app, checkoutBody(), { key: 'the-same-basket' });
      expect((await request()).statusCode).toBe(503);
      await insertCatalogueVersion(app, { charities: { 6: { name: 'Pantries of Canada' } } });
      cards.respondToOpen = respond;
      expect((await request()).statusCode).toBe(200);
      const name = 'Food banks across Canada';
      expect(cards.opened.map(({ charityName }) => charityName)).toEqual([name, name]);
    });

    test('for a charity that is offered again opens', async () => {
      await insertCatalogueVersion(app, { charities: { 6: { isRetired: true } } });
      await insertCatalogueVersion(app, { charities: { 6: { isRetired: false } } });
      expect(await both({ catalogue: 1 })).toEqual([opened, opened]);
    });

    /** A version: its coffee, its charity and when it begins. Its number is its index. */
    interface Modelled {
      readonly beginsAt: number;
      readonly cents: number;
      readonly isSnackRetired: boolean;
      readonly isCharityRetired: boolean;
    }

    test('agrees with a model, whatever is published and whichever version a page names', async () => {
      const first = { beginsAt: -Infinity, cents: 350, isSnackRetired: false, isCharityRetired: false };
      const versions: Modelled[] = [first];
      const now = () => app.clock.now().getTime();
      const applyingAt = (instant: number) => versions.findLastIndex(({ beginsAt }) => beginsAt <= instant);
      /** Versions begin at whole minutes, so one instant of each minute tells which version applied. */
      const isHonored = (number: number) =>
        applyingAt(now()) === number ||
        Array.from({ length: 30 }, (_, ago) => applyingAt(now() - (ago + 0.5) * minuteMs)).includes(number);
      const expected = (number: number | undefined, shown: number) => {
        const current = applyingAt(now());
        const priced = versions[number !== undefined && isHonored(number) ? number : current]!;
        if (versions[current]!.isCharityRetired) return retired;
        return priced.isSnackRetired || priced.cents !== shown ? changed : opened;
      };
      const step = fc.record({
        minutes: fc.constantFrom(0, 1, 14, 29, 30, 31),
        delay: fc.constantFrom(0, 0, 0, 10),
        cents: fc.constantFrom(350, 400),
        isSnackRetired: fc.constantFrom(false, false, true),
        isCharityRetired: fc.constantFrom(false, false, false, true),
        olderBy: fc.constantFrom(undefined, -1, 0, 1, 1, 2, 3),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
          for (const { minutes, delay, olderBy, ...content } of steps) {
            const beginsAt = now() + delay * minuteMs;
            await insertCatalogueVersion(
              app,
              {
                snacks: { 1: { priceMinor: content.cents, isRetired: content.isSnackRetired } },
                charities: { 6: { isRetired: content.isCharityRetired } },
              },
              new Date(beginsAt).toISOString(),
            );
            versions.push({ ...content, beginsAt });
            app.clock.advance(minutes * minuteMs);
            const catalogue = olderBy === undefined ? undefined : versions.length - 1 - olderBy;
            const shown = (catalogue === undefined ? undefined : versions[catalogue]?.cents) ?? 350;
            expect(await payByCard({ catalogue }, shown)).toEqual(expected(catalogue, shown));
            if (expected(catalogue, shown) !== opened) continue;
            const { total } = convertPrice(priceOf(money(shown, 'USD')), 'CAD', specRates);
            expect(cards.opened.at(-1)?.charge.total).toEqual(total);
          }
        }),
        { numRuns: 25 },
      );
    });
  });
});
