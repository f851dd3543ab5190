import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import {
  startScriptedPayPal,
  type ScriptedAnswer,
  type ScriptedPayPal,
} from '#test/support/payments/scripted-paypal.ts';
import { ProviderUnavailable } from '#server/ports/provider.ts';

const signature = {
  'paypal-auth-algo': 'SHA256withRSA',
  'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT',
  'paypal-transmission-id': 'id',
  'paypal-transmission-sig': 'sig',
  'paypal-transmission-time': '2026-03-04T12:00:00Z',
};

const firstOf = (items: AsyncIterable<unknown>): Promise<unknown> => items[Symbol.asyncIterator]().next();

describe('PayPal’s messages and lists', () => {
  let script: ScriptedPayPal;

  beforeEach(async () => {
    script = await startScriptedPayPal();
  });
  afterEach(() => script.close());

  test('sends the unchanged text of a message for verification', async () => {
    const text =
      '{ "id":"WH-9",  "event_type" : "A.B", "create_time":"2026-03-04T12:00:00Z", "resource":{"n":1.0,"e":"\\u00e9"} }';
    script.answers['POST /v1/notifications/verify-webhook-signature'] = { body: { verification_status: 'SUCCESS' } };
    expect(await script.paypal.readWebhook(Buffer.from(text), signature)).toEqual({ code: 'ignored', type: 'A.B' });
    expect(script.calls.at(-1)?.body).toContain(`,"webhook_event":${text}}`);
    expect(JSON.parse(script.calls.at(-1)?.body ?? '')).toMatchObject({ webhook_id: 'WH-1', transmission_id: 'id' });
  });

  test.each<[string, ScriptedAnswer, string]>([
    ['FAILURE', { body: { verification_status: 'FAILURE' } }, 'invalid_signature'],
    ['PERHAPS', { body: { verification_status: 'PERHAPS' } }, 'unavailable'],
    ['an error', { status: 500, body: {} }, 'unavailable'],
  ])('rejects a message that PayPal answers with %s', async (_what, answer, code) => {
    script.answers['POST /v1/notifications/verify-webhook-signature'] = answer;
    expect(await script.paypal.readWebhook(Buffer.from('{}'), signature)).toMatchObject({ code });
  });

  test('follows the pages of a list at the configured address, ignoring the host in their links', async () => {
    const message = { id: 'WH-1', event_type: 'A.B', create_time: '2026-03-04T12:00:00Z', resource: {} };
    let pages = 0;
    script.answers['GET /v1/notifications/webhooks-events'] = () => {
      pages += 1;
      const links = pages === 1 ? [{ rel: 'next', href: 'https://api.paypal.com/elsewhere?next=WH-1' }] : [];
      return { body: { events: [message], links } };
    };
    const listed = [];
    for await (const item of script.paypal.listMessages(new Date(0))) listed.push(item);
    expect(listed).toHaveLength(2);
  });

  test('continues after an unreadable message and reports it', async () => {
    const message = { id: 'WH-1', event_type: 'A.B', create_time: '2026-03-04T12:00:00Z', resource: {} };
    const events = [{ ...message, create_time: 'soon' }, {}, message];
    script.answers['GET /v1/notifications/webhooks-events'] = { body: { events } };
    const listed = [];
    for await (const item of script.paypal.listMessages(new Date(0))) listed.push(item);
    expect(listed).toEqual([
      { code: 'unreadable', messageId: 'WH-1', detail: 'unreadable message: create_time' },
      { code: 'unreadable', messageId: expect.stringMatching(/^[0-9a-f]{64}$/), detail: 'unreadable message: id' },
      { code: 'ignored', type: 'A.B' },
    ]);
  });

  test.each<[string, ScriptedAnswer]>([
    ['an error', { status: 503, body: {} }],
    ['another shape', { body: { transaction_details: 'none' } }],
    ['a refusal for lack of permission', { status: 403, body: { name: 'NOT_AUTHORIZED' } }],
  ])('a report that answers with %s makes PayPal unavailable', async (_what, answer) => {
    script.answers['GET /v1/reporting/transactions'] = answer;
    await expect(firstOf(script.paypal.listPayments(new Date(0), new Date(1)))).rejects.toThrow(ProviderUnavailable);
  });
});

test('every request goes to the configured address', async () => {
  const script = await startScriptedPayPal();
  const hosts = new Set<string>();
  const recordHttp = (message: unknown) => hosts.add((message as { request: { host: string } }).request.host);
  const recordFetch = (message: unknown) =>
    hosts.add(new URL((message as { request: { origin: string } }).request.origin).hostname);
  subscribe('http.client.request.start', recordHttp);
  subscribe('undici:request:create', recordFetch);
  await script.paypal.createClientToken();
  await script.paypal.createOrder({
    requestId: 'int_1',
    total: money(581, 'JPY'),
    donation: undefined,
    description: 'Donation',
    pageUrl: 'http://localhost:3000/',
  });
  await script.paypal.fetchOrder('ORDER12345');
  await script.paypal.captureOrder({ orderId: 'ORDER12345', intentId: 'int_1' });
  await script.paypal.fetchPayment('PAYMENT12345');
  await script.paypal.refundPayment({
    paymentId: 'PAYMENT12345',
    requestId: 'r',
    amount: undefined,
    reason: 'requested_by_customer',
  });
  await script.paypal.readWebhook(Buffer.from('{}'), signature);
  await firstOf(script.paypal.listMessages(new Date(0))).catch(() => undefined);
  await firstOf(script.paypal.listPayments(new Date(0), new Date(1))).catch(() => undefined);
  unsubscribe('http.client.request.start', recordHttp);
  unsubscribe('undici:request:create', recordFetch);
  expect([...hosts]).toEqual(['127.0.0.1']);
  expect(script.calls.filter(({ call }) => call.includes('elsewhere'))).toEqual([]);
  expect(new Set(script.calls.map(({ call }) => call)).size).toBe(9);
  await script.close();
});
