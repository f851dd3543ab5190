import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import {
  startScriptedPayPal,
  type ScriptedResponse,
  type ScriptedPayPal,
} from '#test/support/payments/scripted-paypal.ts';

const signature = {
  'paypal-auth-algo': 'SHA256withRSA',
  'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT',
  'paypal-transmission-id': 'id',
  'paypal-transmission-sig': 'sig',
  'paypal-transmission-time': '2026-03-04T12:00:00Z',
};

const received = (text: string, headers: Readonly<Record<string, string>> = {}, network = '203.0.113.7') => ({
  rawBody: Buffer.from(text),
  headers: { ...signature, ...headers },
  network,
});

const firstOf = (items: AsyncIterable<unknown>): Promise<unknown> => items[Symbol.asyncIterator]().next();

describe('the PayPal adapter', () => {
  let script: ScriptedPayPal;

  beforeEach(async () => {
    script = await startScriptedPayPal();
  });
  afterEach(() => script.close());

  test('sends the unchanged text of a message for verification', async () => {
    const text =
      '{ "id":"WH-9",  "event_type" : "A.B", "create_time":"2026-03-04T12:00:00Z", "resource":{"n":1.0,"e":"\\u00e9"} }';
    script.responses['POST /v1/notifications/verify-webhook-signature'] = { body: { verification_status: 'SUCCESS' } };
    expect(await script.paypal.readWebhook(received(text))).toEqual({ code: 'ignored', type: 'A.B' });
    expect(script.calls.at(-1)?.body).toContain(`,"webhook_event":${text}}`);
    expect(JSON.parse(script.calls.at(-1)?.body ?? '')).toMatchObject({ webhook_id: 'WH-1', transmission_id: 'id' });
  });

  test.each<[string, ScriptedResponse, string]>([
    ['FAILURE', { body: { verification_status: 'FAILURE' } }, 'invalid_signature'],
    ['PERHAPS', { body: { verification_status: 'PERHAPS' } }, 'unavailable'],
    ['an error', { status: 500, body: {} }, 'unavailable'],
  ])('does not accept a message that PayPal responds to with %s', async (_what, response, code) => {
    script.responses['POST /v1/notifications/verify-webhook-signature'] = response;
    expect(await script.paypal.readWebhook(received('{}'))).toMatchObject({ code });
  });

  test.each([
    ['a certificate from elsewhere', { 'paypal-cert-url': 'https://paypal.com.example/cert' }, 'foreign_certificate'],
    ['a certificate from a look-alike', { 'paypal-cert-url': 'https://api.notpaypal.com/cert' }, 'foreign_certificate'],
    ['a certificate over http', { 'paypal-cert-url': 'http://api.paypal.com/cert' }, 'foreign_certificate'],
    ['a certificate at another port', { 'paypal-cert-url': 'https://api.paypal.com:8443/c' }, 'foreign_certificate'],
    ['a certificate with a login', { 'paypal-cert-url': 'https://me@api.paypal.com/cert' }, 'foreign_certificate'],
    ['no address of a certificate', { 'paypal-cert-url': 'CERT' }, 'foreign_certificate'],
    ['an age of more than four days', { 'paypal-transmission-time': '2026-02-28T12:00:04Z' }, 'too_old'],
    ['a date in 1999', { 'paypal-transmission-time': '1999-12-31T23:59:59Z' }, 'too_old'],
    ['no time', { 'paypal-transmission-time': 'soon' }, 'malformed'],
    ['a signature that is too long', { 'paypal-transmission-sig': 'x'.repeat(1001) }, 'malformed'],
  ])('refuses a message with %s without asking PayPal', async (_what, headers, reason) => {
    expect(await script.paypal.readWebhook(received('{}', headers))).toEqual({ code: 'invalid_signature', reason });
    expect(script.calls).toEqual([]);
  });

  test.each([
    { 'paypal-transmission-time': '2026-02-28T12:00:06Z' },
    { 'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT' },
  ])('asks PayPal about a message with %j', async (headers) => {
    script.responses['POST /v1/notifications/verify-webhook-signature'] = { body: { verification_status: 'FAILURE' } };
    expect(await script.paypal.readWebhook(received('{}', headers))).toEqual({
      code: 'invalid_signature',
      reason: 'signature',
    });
  });

  describe('forged messages', () => {
    const verdict = (status: 'SUCCESS' | 'FAILURE') => {
      script.responses['POST /v1/notifications/verify-webhook-signature'] = { body: { verification_status: status } };
    };
    const message = JSON.stringify({
      id: 'WH-9',
      event_type: 'A.B',
      create_time: '2026-03-04T12:00:00Z',
      resource: {},
    });
    const read = (network: string) => script.paypal.readWebhook(received(message, {}, network));
    const verifications = () => script.calls.filter(({ call }) => call.endsWith('/verify-webhook-signature')).length;
    const forge = (count: number, network: (index: number) => string) =>
      Promise.all(Array.from({ length: count }, (_, index) => read(network(index))));

    test('from one network are sent to PayPal at most 30 times a minute, even if they arrive at the same time', async () => {
      verdict('FAILURE');
      await forge(300, () => '203.0.113.7');
      expect(verifications()).toBe(30);
      expect(await read('203.0.113.7')).toEqual({ code: 'too_many' });
      expect(await read('203.0.113.8')).toMatchObject({ code: 'invalid_signature' });
      script.time.pass(60_000);
      expect(await read('203.0.113.7')).toMatchObject({ code: 'invalid_signature' });
    });

    test('from many networks are sent to PayPal at most 120 times a minute, and genuine ones from PayPal’s network still pass', async () => {
      verdict('SUCCESS');
      expect(await read('198.51.100.1')).toEqual({ code: 'ignored', type: 'A.B' });
      verdict('FAILURE');
      await forge(300, (index) => `203.0.113.${index}`);
      expect(verifications()).toBe(121);
      expect(await read('192.0.2.1')).toEqual({ code: 'too_many' });
      verdict('SUCCESS');
      expect(await read('198.51.100.1')).toEqual({ code: 'ignored', type: 'A.B' });
      script.time.pass(60_000);
      expect(await read('192.0.2.1')).toEqual({ code: 'ignored', type: 'A.B' });
    });

    test('are limited, but genuine messages are not', async () => {
      verdict('SUCCESS');
      for (let index = 0; index < 150; index += 1) expect((await read('198.51.100.1')).code).toBe('ignored');
    });
  });

  test('follows the pages of a list at the configured address, ignoring the host in their links', async () => {
    const message = { id: 'WH-1', event_type: 'A.B', create_time: '2026-03-04T12:00:00Z', resource: {} };
    let pages = 0;
    script.responses['GET /v1/notifications/webhooks-events'] = () => {
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
    script.responses['GET /v1/notifications/webhooks-events'] = { body: { events } };
    const listed = [];
    for await (const item of script.paypal.listMessages(new Date(0))) listed.push(item);
    expect(listed).toEqual([
      { code: 'unreadable', subjectId: 'WH-1', detail: 'unreadable message: create_time' },
      { code: 'unreadable', subjectId: expect.stringMatching(/^[0-9a-f]{64}$/), detail: 'unreadable message: id' },
      { code: 'ignored', type: 'A.B' },
    ]);
  });

  test('reads a list without messages', async () => {
    script.responses['GET /v1/notifications/webhooks-events'] = { body: { count: 0 } };
    expect(await firstOf(script.paypal.listMessages(new Date(0)))).toEqual({ done: true, value: undefined });
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
  await script.paypal.captureOrder({ orderId: 'ORDER12345', requestId: 'capture:int_1' });
  await script.paypal.fetchPayment('PAYMENT12345');
  await script.paypal.fetchRefund('REFUND12345');
  await script.paypal.refundPayment({
    paymentId: 'PAYMENT12345',
    requestId: 'r',
    amount: undefined,
    reason: 'requested_by_customer',
  });
  await script.paypal.readWebhook(received('{}'));
  await firstOf(script.paypal.listMessages(new Date(0))).catch(() => undefined);
  await firstOf(script.paypal.listTransactions(new Date(0), new Date(1))).catch(() => undefined);
  unsubscribe('http.client.request.start', recordHttp);
  unsubscribe('undici:request:create', recordFetch);
  expect([...hosts]).toEqual(['127.0.0.1']);
  expect(script.calls.filter(({ call }) => call.includes('elsewhere'))).toEqual([]);
  expect(new Set(script.calls.map(({ call }) => call)).size).toBe(10);
  await script.close();
});
