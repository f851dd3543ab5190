import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { checkoutFrom } from '#test/support/payments/card-testers.ts';
import { deliver, openIntent, paidMessage, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { sessionIdOf, type StubCards } from '#test/support/payments/stub-cards.ts';
import { declineMessage } from '#test/support/payments/stripe-webhook.ts';
import { expireClosedPages } from './expire-pages.ts';
import { deleteOldDeclines } from './watch-declines.ts';

const hourMs = 60 * 60 * 1000;

forEachDatabase((engine) => {
  describe(`messages about declines on ${engine}`, () => {
    let app: TestApp;
    let cards: StubCards;
    let expired: string[];
    beforeEach(async () => {
      cards = stubCardsWithWebhook();
      expired = [];
      cards.expireSession = async (sessionId) => {
        expired.push(sessionId);
        return { code: 'ended' };
      };
      app = await startApp(engine, { cards });
    });
    afterEach(() => app.close());

    const secondsNow = (): number => Math.floor(app.clock.now().getTime() / 1000);
    const decline = async (
      intent: DonationIntentRow,
      eventId: string,
      changes: { event?: Record<string, unknown>; payment?: Record<string, unknown> } = {},
    ): Promise<number> => {
      const message = declineMessage(intent.id, {
        event: { id: eventId, created: secondsNow(), ...changes.event },
        payment: changes.payment ?? {},
      });
      return (await deliver(app, message)).statusCode;
    };
    const declineTimes = async (intent: DonationIntentRow, name: string, count: number): Promise<void> => {
      for (let number = 0; number < count; number += 1) await decline(intent, `${name}_${number}`);
    };
    const stored = () => app.deps.db.read.selectFrom('declines').selectAll().execute();

    test('are counted once, however often they arrive', async () => {
      const intent = await openIntent(app);
      for (let copy = 0; copy < 6; copy += 1) expect(await decline(intent, 'evt_same')).toBe(200);
      expect(await stored()).toHaveLength(1);
      expect(expired).toEqual([]);
      expect((await app.deps.metrics.declines.get()).values.reduce((sum, { value }) => sum + value, 0)).toBe(1);
    });

    test.each([
      ['an unknown intent', {}, { metadata: { intent_id: 'int_00000000000000000000000000' } }],
      ['no intent and no session', {}, { metadata: {} }],
      ['metadata that is not an object', {}, { metadata: 'none' }],
      ['an unknown session', {}, { metadata: {}, payment_details: { order_reference: 'cs_test_unknown' } }],
      ['another reference', {}, { metadata: {}, payment_details: { order_reference: 'order 1' } }],
      ['the other mode', { livemode: true }, {}],
      ['a connected account', { account: 'acct_1' }, {}],
    ])('about %s are accepted and change nothing', async (_what, event, payment) => {
      const intent = await openIntent(app);
      for (let number = 0; number < 11; number += 1)
        expect(await decline(intent, `evt_${number}`, { event, payment })).toBe(200);
      expect(await stored()).toEqual([]);
      expect(expired).toEqual([]);
      expect((await checkoutFrom(app, { address: '127.0.0.1' })).statusCode).toBe(200);
    });

    test.each([
      ['are counted by the session’s id while the page may be open', 2 * hourMs - 1000, 1],
      ['are not counted after the page must have expired', 2 * hourMs, 0],
    ])('of a monthly page %s', async (_what, laterMs, found) => {
      const intent = await openIntent(app);
      await app.deps.db.write.updateTable('donation_intents').set({ is_recurring: 1 }).execute();
      app.clock.advance(laterMs);
      const reference = { metadata: {}, payment_details: { order_reference: 'cs_' } };
      await app.deps.db.write.updateTable('donation_intents').set({ provider_session_id: 'cs_test_1' }).execute();
      await decline(intent, 'evt_1', { payment: reference });
      expect(await stored()).toHaveLength(found);
    });

    test('with an id that is not text are refused', async () => {
      const intent = await openIntent(app);
      expect(await decline(intent, 'evt_1', { payment: { id: 7 } })).toBe(400);
    });

    test('that arrive after a success count as earlier if the decline was earlier', async () => {
      const [paid, other] = [await openIntent(app), await openIntent(app)];
      const declinedAt = secondsNow();
      app.clock.advance(60_000);
      await deliver(app, paidMessage(paid, { event: { created: secondsNow() } }));
      for (let number = 0; number < 12; number += 1)
        await decline(other, `evt_${number}`, { event: { created: declinedAt } });
      expect((await checkoutFrom(app, { address: '127.0.0.1' })).statusCode).toBe(200);
    });

    test('that arrive hours late close nothing', async () => {
      const intent = await openIntent(app);
      const declinedAt = secondsNow();
      app.clock.advance(2 * hourMs);
      for (let number = 0; number < 12; number += 1)
        await decline(intent, `evt_${number}`, { event: { created: declinedAt } });
      expect((await checkoutFrom(app, { address: '127.0.0.1' })).statusCode).toBe(200);
    });

    test('on a closed address expire their page immediately, and keep the address closed', async () => {
      const [first, late] = [await openIntent(app), await openIntent(app)];
      cards.expireSession = async () => ({ code: 'unavailable', detail: 'the provider is busy' });
      await declineTimes(first, 'evt_first', 10);
      app.clock.advance(hourMs - 1000);
      cards.expireSession = async (sessionId) => {
        expired.push(sessionId);
        return { code: 'ended' };
      };
      await decline(late, 'evt_late');
      expect(expired).toEqual([sessionIdOf(late.id)]);
      app.clock.advance(hourMs - 1000);
      expect((await checkoutFrom(app, { address: '127.0.0.1' })).statusCode).toBe(429);
    });

    test('expire the pages later if the provider does not respond at first', async () => {
      const [first, second] = [await openIntent(app), await openIntent(app)];
      cards.expireSession = async () => ({ code: 'unavailable', detail: 'the provider is busy' });
      await declineTimes(first, 'evt_first', 10);
      cards.expireSession = async (sessionId) => {
        expired.push(sessionId);
        return { code: 'ended' };
      };
      await expireClosedPages(app.deps);
      expect(expired.toSorted()).toEqual([sessionIdOf(first.id), sessionIdOf(second.id)].toSorted());
    });

    test('are deleted after a day with their subjects, which are stored as hashes', async () => {
      const { db } = app.deps;
      const intent = await openIntent(app);
      await declineTimes(intent, 'evt', 10);
      const subjects = await db.read.selectFrom('checkout_subjects').select('subject').execute();
      expect(subjects.every(({ subject }) => /^[\w-]{43}$/.test(subject))).toBe(true);
      app.clock.advance(24 * hourMs - 1);
      await deleteOldDeclines(app.deps);
      expect(await stored()).toHaveLength(10);
      app.clock.advance(1);
      await deleteOldDeclines(app.deps);
      expect(await stored()).toEqual([]);
      expect(await db.read.selectFrom('checkout_subjects').selectAll().execute()).toEqual([]);
      expect(await db.read.selectFrom('closed_subjects').selectAll().execute()).toEqual([]);
    });
  });
});
