import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import {
  deliver,
  openIntent,
  paidMessage,
  stubCardsWithWebhook,
  webhookPath,
} from '#test/support/payments/open-intent.ts';
import { startApp, webhookSecret, type TestApp } from '#test/support/app/start-app.ts';
import { countRows, noRows } from '#test/support/app/row-counts.ts';

/** Types that we do not handle, among them names that every JavaScript object has. */
const otherTypes = [
  'checkout.session.created',
  'checkout.session.completed.v2',
  'payment_intent.succeeded',
  'charge.succeeded',
  'invoice.finalized',
  'customer.created',
  '__proto__',
  'constructor',
  '',
];

/** Texts that are not messages. */
const nonMessages: readonly [string, string][] = [
  ['not JSON', 'checkout.session.completed'],
  ['broken JSON', '{"id":"evt_1","type":"checkout.session.completed"'],
  ['a text', '"checkout.session.completed"'],
  ['null', 'null'],
  ['a number', '42'],
  ['a list', '[]'],
  ['an empty object', '{}'],
];

/** Messages of a known type whose content is not what Stripe sends. */
const brokenContents: readonly [string, (message: Record<string, unknown>) => unknown][] = [
  ['no data', ({ data: _data, ...message }) => message],
  ['data that is null', (message) => ({ ...message, data: null })],
  ['no object', (message) => ({ ...message, data: {} })],
  ['an object that is null', (message) => ({ ...message, data: { object: null } })],
  ['a session without an id', (message) => withSession(message, { id: undefined })],
  ['a session whose id is a number', (message) => withSession(message, { id: 7 })],
  ['an object that is not a session', (message) => withSession(message, { object: 'payment_intent' })],
  ['an amount as text', (message) => withSession(message, { amount_total: '524' })],
  ['an amount with a fraction', (message) => withSession(message, { amount_total: 523.5 })],
  ['a currency that is a number', (message) => withSession(message, { currency: 5 })],
  ['an intent that is a number', (message) => withSession(message, { metadata: { intent_id: 7 } })],
  ['an intent that is an object', (message) => withSession(message, { metadata: { intent_id: { $ne: null } } })],
  ['no id', ({ id: _id, ...message }) => message],
  ['an id that is null', (message) => ({ ...message, id: null })],
  ['no time', ({ created: _created, ...message }) => message],
  ['a time as text', (message) => ({ ...message, created: 'today' })],
  ['a time out of range', (message) => ({ ...message, created: 1e300 })],
  ['a mode that is not a boolean', (message) => ({ ...message, livemode: 'no' })],
  ['NUL in its session id', (message) => withSession(message, { id: 'cs_\0' })],
  ['a lone surrogate in its session id', (message) => withSession(message, { id: 'cs_\ud800' })],
];

function withSession(message: Record<string, unknown>, changes: Record<string, unknown>): unknown {
  const { object } = message['data'] as { object: Record<string, unknown> };
  return { ...message, data: { object: { ...object, ...changes } } };
}

forEachDatabase((engine) => {
  describe('a correctly signed message', () => {
    let app: TestApp;
    let intent: DonationIntentRow;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      intent = await openIntent(app);
    });
    afterAll(() => app.close());

    const post = (payload: string) => {
      const seconds = Math.floor(Date.now() / 1000);
      const signature = createHmac('sha256', webhookSecret).update(`${seconds}.${payload}`).digest('hex');
      const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` };
      return app.server.inject({ method: 'POST', url: webhookPath, payload, headers });
    };
    const expectNothingWritten = async (): Promise<void> =>
      expect(await countRows(app.deps.db.read)).toEqual({ ...noRows, donation_intents: 1 });

    test.each(otherTypes)('of type %j gets 200, and nothing is written', async (type) => {
      const response = await deliver(app, paidMessage(intent, { event: { type } }));
      expect({ status: response.statusCode, body: response.json() }).toEqual({ status: 200, body: { received: true } });
      await expectNothingWritten();
    });

    test.each(nonMessages)('that is %s is refused with 400, and nothing is written', async (_what, text) => {
      expect((await post(text)).statusCode).toBe(400);
      await expectNothingWritten();
    });

    test.each(brokenContents)('with %s is refused with 400, and nothing is written', async (_what, broken) => {
      app.logged.length = 0;
      expect((await post(JSON.stringify(broken(paidMessage(intent))))).statusCode).toBe(400);
      await expectNothingWritten();
      expect(app.logged.some(({ level }) => Number(level) >= 40)).toBe(true);
    });

    test('of up to 512 kB is accepted', async () => {
      const padding = 'x'.repeat(500 * 1024);
      const response = await deliver(app, paidMessage(intent, { event: { type: 'customer.created', padding } }));
      expect(response.statusCode).toBe(200);
    });

    test('beyond 512 kB is refused with 413', async () => {
      const padding = 'x'.repeat(512 * 1024);
      const response = await deliver(app, paidMessage(intent, { event: { padding } }));
      expect(response.statusCode).toBe(413);
      await expectNothingWritten();
    });

    test('is accepted only by POST', async () => {
      expect((await app.server.inject({ url: webhookPath })).statusCode).toBe(404);
    });
  });
});
