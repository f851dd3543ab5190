import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { openIntent, paidMessage, stubCardsWithWebhook, webhookPath } from '#test/support/payments/open-intent.ts';
import { sign } from '#test/support/payments/stripe-webhook.ts';
import { startApp, webhookSecret, type TestApp } from '#test/support/app/start-app.ts';
import { countRows, noRows } from '#test/support/app/row-counts.ts';

const secondsAgo = (seconds: number): Date => new Date(Date.now() - seconds * 1000);

/** A delivery: the exact text and the signature header, if there is one. */
interface Delivery {
  readonly payload: string;
  readonly signature: string | undefined;
}

const genuine = (message: Record<string, unknown>): Delivery => {
  const { payload, headers } = sign(message);
  return { payload, signature: headers['stripe-signature'] };
};

const signedText = (payload: string, scheme: string, seconds = Math.floor(Date.now() / 1000)): string =>
  `t=${seconds},${scheme}=${createHmac('sha256', webhookSecret).update(`${seconds}.${payload}`).digest('hex')}`;

const forgeries: readonly [string, (message: Record<string, unknown>) => Delivery][] = [
  ['no signature', (message) => ({ ...genuine(message), signature: undefined })],
  ['an empty signature', (message) => ({ ...genuine(message), signature: '' })],
  ['a malformed signature', (message) => ({ ...genuine(message), signature: 'garbage' })],
  [
    'a time without a signature',
    (message) => ({ ...genuine(message), signature: `t=${Math.floor(Date.now() / 1000)}` }),
  ],
  [
    'a signature without a time',
    (message) => ({ ...genuine(message), signature: genuine(message).signature!.replace(/^t=\d+,/, '') }),
  ],
  [
    'an empty signature with a time',
    (message) => ({ ...genuine(message), signature: genuine(message).signature!.replace(/v1=.*/, 'v1=') }),
  ],
  [
    'a signature cut short',
    (message) => ({ ...genuine(message), signature: genuine(message).signature!.slice(0, -1) }),
  ],
  [
    'a signature in capitals',
    (message) => ({
      ...genuine(message),
      signature: genuine(message).signature!.replace(/v1=(.*)/, (_all, hex: string) => `v1=${hex.toUpperCase()}`),
    }),
  ],
  ['another secret', (message) => fromSigned(sign(message, { secret: 'whsec_other' }))],
  ['an empty secret', (message) => fromSigned(sign(message, { secret: '' }))],
  ['a time just over five minutes ago', (message) => fromSigned(sign(message, { signedAt: secondsAgo(310) }))],
  ['a time a year ago', (message) => fromSigned(sign(message, { signedAt: secondsAgo(365 * 24 * 3600) }))],
  [
    'an old signature with a new time',
    (message) => ({
      ...genuine(message),
      signature: `t=${Math.floor(Date.now() / 1000)},${sign(message, { signedAt: secondsAgo(600) }).headers['stripe-signature'].split(',')[1]}`,
    }),
  ],
  [
    'an altered amount',
    (message) => ({
      ...genuine(message),
      payload: genuine(message).payload.replace('"amount_total":524', '"amount_total":525'),
    }),
  ],
  ['an extra space', (message) => ({ ...genuine(message), payload: `${genuine(message).payload} ` })],
  [
    'the signature of another message',
    (message) => ({ ...genuine(message), signature: genuine({ ...message, id: 'evt_other' }).signature }),
  ],
  ['an empty body', (message) => ({ ...genuine(message), payload: '' })],
  ['only the scheme v0', (message) => ({ ...genuine(message), signature: signedText(JSON.stringify(message), 'v0') })],
  ['an unknown scheme', (message) => ({ ...genuine(message), signature: signedText(JSON.stringify(message), 'v2') })],
];

const fromSigned = ({ payload, headers }: ReturnType<typeof sign>): Delivery => ({
  payload,
  signature: headers['stripe-signature'],
});

forEachDatabase((engine) => {
  describe('a message to the webhook', () => {
    let app: TestApp;
    let intent: DonationIntentRow;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      intent = await openIntent(app);
    });
    afterAll(() => app.close());

    const post = ({ payload, signature }: Delivery, headers: Record<string, string> = {}) =>
      app.server.inject({
        method: 'POST',
        url: webhookPath,
        payload,
        headers: {
          'content-type': 'application/json',
          ...(signature === undefined ? {} : { 'stripe-signature': signature }),
          ...headers,
        },
      });

    test.each(forgeries)('with %s is refused with 400, and nothing is written', async (_what, forge) => {
      const response = await post(forge(paidMessage(intent)));
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual(refusal('invalid_signature', 'The signature of this message is invalid.'));
      expect(await countRows(app.deps.db.read)).toEqual({ ...noRows, donation_intents: 1 });
    });

    test('from our own origin is refused without a signature', async () => {
      const response = await post(
        { ...genuine(paidMessage(intent)), signature: undefined },
        { origin: 'http://localhost:3000' },
      );
      expect(response.statusCode).toBe(400);
    });

    test.each([
      ['signed just now', 0],
      ['signed almost five minutes ago', 240],
    ])('%s is accepted from any origin', async (_what, seconds) => {
      const message = paidMessage(intent, { event: { type: 'payment_intent.created' } });
      const response = await post(fromSigned(sign(message, { signedAt: secondsAgo(seconds) })), {
        origin: 'https://stripe.example',
      });
      expect({ status: response.statusCode, body: response.json() }).toEqual({ status: 200, body: { received: true } });
    });

    test('is accepted when one of several signatures is valid, as during a change of the secret', async () => {
      const message = paidMessage(intent, { event: { type: 'payment_intent.created' } });
      const { payload, signature } = genuine(message);
      const stale = createHmac('sha256', 'whsec_old').update('x').digest('hex');
      expect((await post({ payload, signature: signature!.replace(',v1=', `,v1=${stale},v1=`) })).statusCode).toBe(200);
    });

    test.each(['text/plain', 'application/x-www-form-urlencoded'])(
      'is accepted with the content type %j',
      async (type) => {
        const message = paidMessage(intent, { event: { type: 'payment_intent.created' } });
        expect((await post(genuine(message), { 'content-type': type })).statusCode).toBe(200);
      },
    );
  });
});
