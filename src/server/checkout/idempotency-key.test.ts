import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkoutSentences } from '#contract/checkout.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { postCheckout, refusal } from '#test/support/app/call-app.ts';
import { insertCatalogueVersion } from '#test/support/catalogue/catalogue.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { deliver, paidMessage, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { cookieOf } from '#test/support/accounts/signed-in.ts';
import { startTwoApps } from '#test/races/two-apps.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/app/start-app.ts';
import { sessionIdOf, type StubCards } from '#test/support/payments/stub-cards.ts';

const key = 'basket-5c6e4a';
const minuteMs = 60_000;

forEachDatabase((engine) => {
  describe('an Idempotency-Key', () => {
    let cards: StubCards;
    let app: TestApp;
    let cookie: string;

    beforeEach(async () => {
      cards = stubCardsWithWebhook();
      app = await startApp(engine, { cards });
      cookie = '';
    });
    afterEach(() => app.close());

    const intents = (): Promise<DonationIntentRow[]> =>
      app.deps.db.read.selectFrom('donation_intents').selectAll().orderBy('created_at').execute();
    /** Requests a checkout from one browser, which keeps its cookies. */
    const checkOut = async (body = checkoutBody()) => {
      const response = await postCheckout(app, body, { key, ...(cookie === '' ? {} : { headers: { cookie } }) });
      cookie ||= cookieOf(response);
      return response.json<{ url: string }>();
    };
    const pay = async (intent: DonationIntentRow, session: Record<string, unknown> = {}) =>
      deliver(app, paidMessage(intent, { session }));

    test('used twice opens one checkout with one call to the provider', async () => {
      const first = await checkOut();
      expect(await checkOut()).toEqual(first);
      expect(await intents()).toHaveLength(1);
      expect(cards.opened).toHaveLength(1);
    });

    test('survives a request that fails halfway: an intent is never stored without its subjects', async () => {
      const rename = async (from: string, to: string): Promise<void> =>
        app.deps.db.write.schema.alterTable(from).renameTo(to).execute();
      await rename('checkout_subjects', 'elsewhere');
      const response = await postCheckout(app, checkoutBody(), { key });
      await rename('elsewhere', 'checkout_subjects');
      expect(response.statusCode).toBe(500);
      expect(await intents()).toEqual([]);
      await checkOut();
      const subjects = await app.deps.db.read.selectFrom('checkout_subjects').select('intent_id').execute();
      expect(subjects.map((row) => row.intent_id)).toContain((await intents())[0]?.id);
    });

    test('that is missing makes every request a new checkout', async () => {
      await postCheckout(app, checkoutBody());
      await postCheckout(app, checkoutBody());
      expect(await intents()).toHaveLength(2);
    });

    test('that differs starts another checkout', async () => {
      await checkOut();
      await postCheckout(app, checkoutBody(), { key: 'another-basket' });
      expect(await intents()).toHaveLength(2);
    });

    test('with another charity is refused with 409', async () => {
      await checkOut();
      const response = await postCheckout(app, checkoutBody({ donation: { charityId: 7 } }), { key });
      expect(response.statusCode).toBe(409);
      expect(response.json()).toEqual(refusal('checkout_conflict', checkoutSentences.pricesChanged));
      expect(await intents()).toHaveLength(1);
    });

    test('opens the same checkout from another part of the page', async () => {
      const first = await checkOut();
      const elsewhere = checkoutBody({ request: { cancelUrl: `${ownOrigin}/`, timeZone: 'Asia/Tokyo' } });
      expect(await checkOut(elsewhere)).toEqual(first);
      expect(await intents()).toHaveLength(1);
    });

    test('sends the provider the same request again, from any part of the page', async () => {
      const { respondToOpen } = cards;
      cards.respondToOpen = () => ({ code: 'unavailable', detail: 'cut off' });
      await postCheckout(app, checkoutBody(), { key });
      cards.respondToOpen = respondToOpen;
      await checkOut(checkoutBody({ request: { cancelUrl: `${ownOrigin}/` } }));
      expect(cards.opened[1]).toEqual(cards.opened[0]);
    });

    test('opens the same checkout for any order of the fields', async () => {
      const first = await checkOut();
      const { donationData, ...rest } = checkoutBody();
      expect(await checkOut({ donationData, ...rest })).toEqual(first);
    });

    test('of an expired checkout starts a new one', async () => {
      await checkOut();
      app.clock.advance(32 * minuteMs);
      await checkOut();
      const [earlier, fresh] = await intents();
      expect(earlier).toMatchObject({ idempotency_key: null, status: 'pending' });
      expect(fresh).toMatchObject({ idempotency_key: key, status: 'pending' });
      expect(cards.opened.map(({ intentId }) => intentId)).toEqual([earlier!.id, fresh!.id]);
    });

    test('of a checkout that the provider reported as expired starts a new one', async () => {
      await checkOut();
      const [intent] = await intents();
      await pay(intent!, { status: 'expired', payment_status: 'unpaid' });
      await checkOut();
      expect(await intents()).toHaveLength(2);
    });

    test('of a settled donation leads to its thank-you page, even a day later', async () => {
      await checkOut();
      const [intent] = await intents();
      await pay(intent!);
      app.clock.advance(24 * 60 * minuteMs);
      expect(await checkOut()).toEqual({ url: intent!.success_url, isSettled: true });
      expect(await intents()).toHaveLength(1);
      expect(cards.opened).toHaveLength(1);
    });

    test.each([
      ['charity', { charities: { 6: { isRetired: true } } }],
      ['snack', { snacks: { 1: { isRetired: true } } }],
    ])('of a settled donation leads to its thank-you page, even after its %s was retired', async (_what, changes) => {
      await checkOut();
      const [intent] = await intents();
      await pay(intent!);
      await insertCatalogueVersion(app, changes);
      app.clock.advance(31 * minuteMs);
      expect(await checkOut()).toEqual({ url: intent!.success_url, isSettled: true });
      const other = await postCheckout(app, checkoutBody(), { key: 'another-basket' });
      expect(other.json()).not.toHaveProperty('url');
    });

    test('of a processing payment leads to the thank-you page, but not as settled', async () => {
      await checkOut();
      const [intent] = await intents();
      await pay(intent!, { payment_status: 'unpaid' });
      app.clock.advance(32 * minuteMs);
      expect(await checkOut()).toEqual({ url: intent!.success_url });
      expect(await intents()).toHaveLength(1);
    });

    test('of a settled donation is refused with another charity', async () => {
      await checkOut();
      const [intent] = await intents();
      await pay(intent!);
      expect((await postCheckout(app, checkoutBody({ donation: { charityId: 7 } }), { key })).statusCode).toBe(409);
    });

    test.each([
      ['that is too short', 'seven-7'],
      ['that is too long', 'k'.repeat(201)],
      ['with a space', 'key with spaces'],
      ['that is given twice', 'basket-1, basket-2'],
      ['with non-ASCII letters', 'clé-de-panier'],
      ['that is empty', ''],
    ])('%s is refused with 400', async (_what, malformed) => {
      const response = await postCheckout(app, checkoutBody(), { key: malformed });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual(
        refusal('invalid_request', 'The Idempotency-Key must be 8 to 200 visible characters.'),
      );
      expect(await intents()).toEqual([]);
    });

    test.each(['12345678', 'k'.repeat(200), "'; drop table donations; --".replaceAll(' ', '_')])(
      'with the value %s is accepted',
      async (unusual) => {
        expect((await postCheckout(app, checkoutBody(), { key: unusual })).statusCode).toBe(200);
      },
    );

    test('used in eight simultaneous requests writes one intent and returns one address', async () => {
      const responses = await Promise.all(Array.from({ length: 8 }, () => checkOut()));
      expect(new Set(responses.map(({ url }) => url)).size).toBe(1);
      expect(new Set(cards.opened.map(({ intentId }) => intentId)).size).toBe(1);
      expect(await intents()).toHaveLength(1);
    });

    test('of an expired checkout used in eight simultaneous requests starts one new checkout', async () => {
      await checkOut();
      app.clock.advance(32 * minuteMs);
      const responses = await Promise.all(Array.from({ length: 8 }, () => checkOut()));
      expect(new Set(responses.map(({ url }) => url)).size).toBe(1);
      expect(await intents()).toHaveLength(2);
    });

    test('of a checkout that the provider could not open is retried with the same intent', async () => {
      const { respondToOpen } = cards;
      cards.respondToOpen = () => ({ code: 'unavailable', detail: 'connection refused' });
      const response = await postCheckout(app, checkoutBody(), { key });
      expect(response.statusCode).toBe(503);
      expect(response.json()).toEqual(refusal('provider_unavailable', 'Unable to process payment. Please try again.'));
      cards.respondToOpen = respondToOpen;
      const [intent] = await intents();
      expect(await checkOut()).toEqual({ url: `https://pay.example/${intent!.id}` });
      expect(cards.opened.map(({ intentId }) => intentId)).toEqual([intent!.id, intent!.id]);
      expect(await intents()).toMatchObject([{ provider_session_id: sessionIdOf(intent!.id) }]);
    });

    test('of a checkout that fails writes the provider’s error to the log', async () => {
      cards.respondToOpen = () => ({ code: 'unavailable', detail: 'connection refused' });
      await checkOut();
      const [intent] = await intents();
      expect(app.logged).toContainEqual(
        expect.objectContaining({ level: 50, intentId: intent!.id, detail: 'connection refused' }),
      );
    });

    test('of a checkout that the provider could not open still has its intent and its session number five minutes later', async () => {
      const { respondToOpen } = cards;
      cards.respondToOpen = () => ({ code: 'unavailable', detail: 'connection refused' });
      await checkOut();
      cards.respondToOpen = respondToOpen;
      app.clock.advance(5 * minuteMs);
      await checkOut();
      expect(cards.opened.map(({ number }) => number)).toEqual([1, 1]);
      expect(cards.opened[1]).toEqual(cards.opened[0]);
      expect(await intents()).toHaveLength(1);
    });

    test('of a checkout stays valid after our own expiry if the provider’s expiry is later', async () => {
      cards.respondToOpen = ({ intentId }) => ({
        code: 'opened',
        sessionId: sessionIdOf(intentId),
        url: `https://pay.example/${intentId}`,
        expiresAt: new Date(app.clock.now().getTime() + 60 * minuteMs),
      });
      const first = await checkOut();
      app.clock.advance(45 * minuteMs);
      expect(await checkOut()).toEqual(first);
    });
  });

  test('an open checkout stays the same for half an hour', async () => {
    const cards = stubCardsWithWebhook();
    const app = await startApp(engine, { cards });
    const { url } = (await postCheckout(app, checkoutBody(), { key })).json<{ url: string }>();
    app.clock.advance(30 * minuteMs);
    expect((await postCheckout(app, checkoutBody(), { key })).json()).toEqual({ url });
    await app.close();
  });
});

describe('two servers on one PostgreSQL', () => {
  test('a key used on both at the same time creates one intent', async () => {
    const apps = await startTwoApps();
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        postCheckout(index % 2 === 0 ? apps.first : apps.second, checkoutBody(), { key }),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200));
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    const intents = await apps.first.deps.db.read.selectFrom('donation_intents').select('id').execute();
    expect(intents).toHaveLength(1);
    await apps.close();
  });
});
