import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkoutSentences } from '#contract/checkout.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { askCheckout, refusal } from '#test/support/call-app.ts';
import { checkoutBody } from '#test/support/checkout-body.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { deliver, paidMessage, stubCardsWithWebhook } from '#test/support/open-intent.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/start-app.ts';
import { sessionIdOf, type StubCards } from '#test/support/stub-cards.ts';

const key = 'basket-5c6e4a';
const minuteMs = 60_000;

forEachDatabase((engine) => {
  describe('an Idempotency-Key', () => {
    let cards: StubCards;
    let app: TestApp;

    beforeEach(async () => {
      cards = stubCardsWithWebhook();
      app = await startApp(engine, { cards });
    });
    afterEach(() => app.close());

    const intents = (): Promise<DonationIntentRow[]> =>
      app.deps.db.read.selectFrom('donation_intents').selectAll().orderBy('created_at').execute();
    const ask = async (body = checkoutBody(), on = app) =>
      (await askCheckout(on, body, { key })).json<{ url: string }>();
    const pay = async (intent: DonationIntentRow, session: Record<string, unknown> = {}) =>
      deliver(app, paidMessage(intent, { session }));

    test('used twice opens one checkout, and the provider is asked once', async () => {
      const first = await ask();
      expect(await ask()).toEqual(first);
      expect(await intents()).toHaveLength(1);
      expect(cards.opened).toHaveLength(1);
    });

    test('without it every request is a checkout of its own', async () => {
      await askCheckout(app, checkoutBody());
      await askCheckout(app, checkoutBody());
      expect(await intents()).toHaveLength(2);
    });

    test('another key is another checkout', async () => {
      await ask();
      await askCheckout(app, checkoutBody(), { key: 'another-basket' });
      expect(await intents()).toHaveLength(2);
    });

    test('with another basket is refused with 409', async () => {
      await ask();
      const answer = await askCheckout(app, checkoutBody({ donation: { charityId: 7 } }), { key });
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toEqual(refusal('checkout_conflict', checkoutSentences.pricesChanged));
      expect(await intents()).toHaveLength(1);
    });

    test('is the same when the donor comes back to another place of the page', async () => {
      const first = await ask();
      const elsewhere = checkoutBody({ request: { cancelUrl: `${ownOrigin}/`, timeZone: 'Asia/Tokyo' } });
      expect(await ask(elsewhere)).toEqual(first);
      expect(await intents()).toHaveLength(1);
    });

    test('asks the provider for the very same checkout again, wherever the donor asks from', async () => {
      const { answerOpen } = cards;
      cards.answerOpen = () => ({ code: 'unavailable', detail: 'cut off' });
      await askCheckout(app, checkoutBody(), { key });
      cards.answerOpen = answerOpen;
      await ask(checkoutBody({ request: { cancelUrl: `${ownOrigin}/` } }));
      expect(cards.opened[1]).toEqual(cards.opened[0]);
    });

    test('is the same whatever the order of the fields', async () => {
      const first = await ask();
      const { donationData, ...rest } = checkoutBody();
      expect(await ask({ donationData, ...rest })).toEqual(first);
    });

    test('whose checkout has expired starts a new one', async () => {
      await ask();
      app.clock.advance(32 * minuteMs);
      await ask();
      const [earlier, fresh] = await intents();
      expect(earlier).toMatchObject({ idempotency_key: null, status: 'pending' });
      expect(fresh).toMatchObject({ idempotency_key: key, status: 'pending' });
      expect(cards.opened.map(({ intentId }) => intentId)).toEqual([earlier!.id, fresh!.id]);
    });

    test('whose checkout the provider called expired starts a new one', async () => {
      await ask();
      const [intent] = await intents();
      await pay(intent!, { status: 'expired', payment_status: 'unpaid' });
      await ask();
      expect(await intents()).toHaveLength(2);
    });

    test('whose gift is paid leads to its thank-you page, however late', async () => {
      await ask();
      const [intent] = await intents();
      await pay(intent!);
      app.clock.advance(24 * 60 * minuteMs);
      expect(await ask()).toEqual({ url: intent!.success_url, isSettled: true });
      expect(await intents()).toHaveLength(1);
      expect(cards.opened).toHaveLength(1);
    });

    test('whose money is on its way leads to the thank-you page, not settled', async () => {
      await ask();
      const [intent] = await intents();
      await pay(intent!, { payment_status: 'unpaid' });
      app.clock.advance(32 * minuteMs);
      expect(await ask()).toEqual({ url: intent!.success_url });
      expect(await intents()).toHaveLength(1);
    });

    test('paid with another basket is refused: what was paid is not changed', async () => {
      await ask();
      const [intent] = await intents();
      await pay(intent!);
      expect((await askCheckout(app, checkoutBody({ donation: { charityId: 7 } }), { key })).statusCode).toBe(409);
    });

    test.each([
      ['too short', 'seven-7'],
      ['too long', 'k'.repeat(201)],
      ['with a space', 'key with spaces'],
      ['given twice', 'basket-1, basket-2'],
      ['beyond ASCII', 'clé-de-panier'],
      ['empty', ''],
    ])('%s is refused with 400', async (_what, odd) => {
      const answer = await askCheckout(app, checkoutBody(), { key: odd });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual(
        refusal('invalid_request', 'The Idempotency-Key must be 8 to 200 visible characters.'),
      );
      expect(await intents()).toEqual([]);
    });

    test.each(['12345678', 'k'.repeat(200), "'; drop table donations; --".replaceAll(' ', '_')])(
      '%s is taken',
      async (odd) => {
        expect((await askCheckout(app, checkoutBody(), { key: odd })).statusCode).toBe(200);
      },
    );

    test('used eight times at once writes one intent and gives one address', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => ask()));
      expect(new Set(answers.map(({ url }) => url)).size).toBe(1);
      expect(new Set(cards.opened.map(({ intentId }) => intentId)).size).toBe(1);
      expect(await intents()).toHaveLength(1);
    });

    test('expired and used eight times at once starts one new checkout', async () => {
      await ask();
      app.clock.advance(32 * minuteMs);
      const answers = await Promise.all(Array.from({ length: 8 }, () => ask()));
      expect(new Set(answers.map(({ url }) => url)).size).toBe(1);
      expect(await intents()).toHaveLength(2);
    });

    test('whose checkout the provider could not open is tried again with the same intent', async () => {
      const { answerOpen } = cards;
      cards.answerOpen = () => ({ code: 'unavailable', detail: 'connection refused' });
      const answer = await askCheckout(app, checkoutBody(), { key });
      expect(answer.statusCode).toBe(502);
      expect(answer.json()).toEqual(refusal('provider_unavailable', 'Unable to process payment. Please try again.'));
      cards.answerOpen = answerOpen;
      const [intent] = await intents();
      expect(await ask()).toEqual({ url: `https://pay.example/${intent!.id}` });
      expect(cards.opened.map(({ intentId }) => intentId)).toEqual([intent!.id, intent!.id]);
      expect(await intents()).toMatchObject([{ provider_session_id: sessionIdOf(intent!.id) }]);
    });

    test('what the provider said stays in the log', async () => {
      cards.answerOpen = () => ({ code: 'unavailable', detail: 'connection refused' });
      await ask();
      const [intent] = await intents();
      expect(app.logged).toContainEqual(
        expect.objectContaining({ level: 50, intentId: intent!.id, detail: 'connection refused' }),
      );
    });

    test('whose checkout was never opened keeps its intent while that lives, and the provider learns how old it is', async () => {
      const { answerOpen } = cards;
      cards.answerOpen = () => ({ code: 'unavailable', detail: 'connection refused' });
      await ask();
      cards.answerOpen = answerOpen;
      app.clock.advance(5 * minuteMs);
      await ask();
      const { createdAt, attemptedAt } = cards.opened.at(-1)!;
      expect(attemptedAt.getTime() - createdAt.getTime()).toBe(5 * minuteMs);
      expect(await intents()).toHaveLength(1);
    });

    test('whose checkout the provider ends later than asked lives as long as that', async () => {
      cards.answerOpen = ({ intentId }) => ({
        code: 'opened',
        sessionId: sessionIdOf(intentId),
        url: `https://pay.example/${intentId}`,
        expiresAt: new Date(app.clock.now().getTime() + 60 * minuteMs),
      });
      const first = await ask();
      app.clock.advance(45 * minuteMs);
      expect(await ask()).toEqual(first);
    });
  });

  test('a checkout that was opened stays the same for its half hour', async () => {
    const cards = stubCardsWithWebhook();
    const app = await startApp(engine, { cards });
    const { url } = (await askCheckout(app, checkoutBody(), { key })).json<{ url: string }>();
    app.clock.advance(30 * minuteMs);
    expect((await askCheckout(app, checkoutBody(), { key })).json()).toEqual({ url });
    await app.close();
  });
});

describe('two servers over one PostgreSQL', () => {
  test('a key used on both at once is one intent', async () => {
    const cards = stubCardsWithWebhook();
    const first = await startApp('postgres', { cards });
    const second = await startApp('postgres', { cards, databaseUrl: first.deps.config.databaseUrl! });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => askCheckout(index % 2 === 0 ? first : second, checkoutBody(), { key })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    const intents = await first.deps.db.read.selectFrom('donation_intents').select('id').execute();
    expect(intents).toHaveLength(1);
    await second.close();
    await first.close();
  });
});
