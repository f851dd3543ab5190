import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { refusal } from '#test/support/call-app.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { openIntent, paidMessage, stubCardsWithWebhook, webhookPath } from '#test/support/open-intent.ts';
import { sign } from '#test/support/signed-webhook.ts';
import { startApp, webhookSecret, type TestApp } from '#test/support/start-app.ts';
import { countRows, noRows } from '#test/support/table-rows.ts';

const secondsAgo = (seconds: number): Date => new Date(Date.now() - seconds * 1000);

/** How a message arrives: the exact text, and what stands in the header; no header for `undefined`. */
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
  ['garbage for a signature', (message) => ({ ...genuine(message), signature: 'garbage' })],
  [
    'a time without a signature',
    (message) => ({ ...genuine(message), signature: `t=${Math.floor(Date.now() / 1000)}` }),
  ],
  [
    'a signature without a time',
    (message) => ({ ...genuine(message), signature: genuine(message).signature!.replace(/^t=\d+,/, '') }),
  ],
  [
    'a signature that is empty',
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
  ['a time five minutes and some seconds ago', (message) => fromSigned(sign(message, { signedAt: secondsAgo(310) }))],
  ['a time of last year', (message) => fromSigned(sign(message, { signedAt: secondsAgo(365 * 24 * 3600) }))],
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
  ['a space more', (message) => ({ ...genuine(message), payload: `${genuine(message).payload} ` })],
  [
    'the signature of another message',
    (message) => ({ ...genuine(message), signature: genuine({ ...message, id: 'evt_other' }).signature }),
  ],
  ['no text at all', (message) => ({ ...genuine(message), payload: '' })],
  ['the scheme v0 alone', (message) => ({ ...genuine(message), signature: signedText(JSON.stringify(message), 'v0') })],
  ['a scheme of its own', (message) => ({ ...genuine(message), signature: signedText(JSON.stringify(message), 'v2') })],
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
      const answer = await post(forge(paidMessage(intent)));
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual(refusal('invalid_signature', 'The signature of this message does not hold.'));
      expect(await countRows(app.deps.db.read)).toEqual({ ...noRows, donation_intents: 1 });
    });

    test('from our own page is refused all the same: only the signature speaks', async () => {
      const answer = await post(
        { ...genuine(paidMessage(intent)), signature: undefined },
        { origin: 'http://localhost:3000' },
      );
      expect(answer.statusCode).toBe(400);
    });

    test.each([
      ['signed just now', {}],
      ['signed almost five minutes ago', { signedAt: secondsAgo(290) }],
    ])('%s is taken, from wherever it comes', async (_what, options) => {
      const message = paidMessage(intent, { event: { type: 'payment_intent.created' } });
      const answer = await post(fromSigned(sign(message, options)), { origin: 'https://stripe.example' });
      expect({ status: answer.statusCode, body: answer.json() }).toEqual({ status: 200, body: { received: true } });
    });

    test('is taken when one of several signatures holds, as while a secret is being replaced', async () => {
      const message = paidMessage(intent, { event: { type: 'payment_intent.created' } });
      const { payload, signature } = genuine(message);
      const stale = createHmac('sha256', 'whsec_old').update('x').digest('hex');
      expect((await post({ payload, signature: signature!.replace(',v1=', `,v1=${stale},v1=`) })).statusCode).toBe(200);
    });

    test.each(['text/plain', 'application/x-www-form-urlencoded'])(
      'is read whatever type it claims: %j',
      async (type) => {
        const message = paidMessage(intent, { event: { type: 'payment_intent.created' } });
        expect((await post(genuine(message), { 'content-type': type })).statusCode).toBe(200);
      },
    );
  });
});
