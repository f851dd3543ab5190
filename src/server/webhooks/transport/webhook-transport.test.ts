import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { authority, expired, key, ofAnotherHost, valid } from '#test/support/tls/certificates.ts';
import { startReceiver, type Receiver } from '#test/support/webhooks/receiver.ts';
import { createWebhookTransport, type TransportOptions } from './webhook-transport.ts';

const message = { id: 'evt_1', body: '{"type":"webhook.test"}', secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] };
const at = new Date('2026-11-24T00:00:00.000Z');
const patient = { now: () => at, limit: () => AbortSignal.timeout(60_000) };
const outOfTime = { now: () => at, limit: () => AbortSignal.abort() };

/** Creates the transport as in production, but for receivers on this machine. */
const transport = (options: Partial<TransportOptions> = {}) =>
  createWebhookTransport({
    isSandbox: false,
    time: patient,
    resolve: async () => ['127.0.0.1'],
    isAllowed: () => true,
    ca: authority,
    ...options,
  });

describe('a webhook', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver({ key, cert: valid });
  });
  afterEach(() => receiver.close());

  test('is posted as signed JSON', async () => {
    expect(await transport().post(receiver.url, message)).toEqual({
      code: 'responded',
      statusCode: 200,
      text: 'thanks',
    });
    expect(receiver.received).toMatchObject([
      {
        path: '/hook',
        body: message.body,
        headers: {
          host: `localhost:${receiver.port}`,
          'content-type': 'application/json',
          'webhook-id': 'evt_1',
          'webhook-timestamp': '1795478400',
          'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}=$/) as string,
        },
      },
    ]);
  });

  test('is sent to the address that was checked, and no name server is asked again', async () => {
    let lookups = 0;
    const resolve = async (): Promise<string[]> => {
      lookups += 1;
      return lookups === 1 ? ['127.0.0.1'] : ['127.0.0.2'];
    };
    const url = receiver.url.replace('localhost', 'hooks.example');
    const response = await transport({ resolve }).post(url, message);
    expect(response).toMatchObject({ code: 'failed', problem: 'The connection failed: ERR_TLS_CERT_ALTNAME_INVALID.' });
    expect(lookups).toBe(1);
  });

  test('is not sent to a host without a public address', async () => {
    const checked = { isSandbox: false, time: patient, ca: authority };
    for (const addresses of [['127.0.0.1'], ['::1', '10.0.0.1'], ['::ffff:127.0.0.1']]) {
      const sender = createWebhookTransport({ ...checked, resolve: async () => addresses });
      expect(await sender.post(receiver.url, message)).toEqual({
        code: 'failed',
        problem: 'The host is not on the public internet.',
      });
      expect(await sender.check(receiver.url)).toBe('not_public');
    }
    const literal = createWebhookTransport(checked);
    for (const host of ['127.0.0.1', '127.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '[64:ff9b::1]'])
      expect(await literal.check(`https://${host}:${receiver.port}/`)).toBe('not_public');
    expect(receiver.received).toEqual([]);
  });

  test('goes only to the allowed addresses of a host', async () => {
    const asked: string[] = [];
    const isAllowed = (address: string): boolean => {
      asked.push(address);
      return address === '127.0.0.1';
    };
    const sender = transport({ resolve: async () => ['127.0.0.9', '127.0.0.1'], isAllowed });
    expect(await sender.post(receiver.url, message)).toMatchObject({ statusCode: 200 });
    expect(asked).toEqual(['127.0.0.9', '127.0.0.1']);
  });

  test.each([
    'http://hooks.example/',
    'ftp://hooks.example/',
    'https://user@hooks.example/',
    'https://:secret@hooks.example/',
    'https://hooks.example/#part',
    'https://',
    'hooks.example',
    'javascript:alert(1)',
  ])('is not sent to %s', async (url) => {
    expect(await transport().check(url)).toBe('invalid');
    expect(await transport().post(url, message)).toEqual({ code: 'failed', problem: 'The address is not valid.' });
  });

  test('is not sent to a host without addresses, or while the name servers are down', async () => {
    const away = async (): Promise<string[]> => Promise.reject(new Error('ESERVFAIL'));
    expect(await transport({ resolve: async () => [] }).check(receiver.url)).toBe('unknown_host');
    expect(await transport({ resolve: away }).check(receiver.url)).toBe('unknown_host');
    expect(await transport({ resolve: away }).post(receiver.url, message)).toMatchObject({ code: 'failed' });
    expect(receiver.received).toEqual([]);
  });

  test('follows no redirect', async () => {
    const other = await startReceiver({ key, cert: valid });
    receiver.respondWith((response) => response.writeHead(302, { location: other.url }).end('over there'));
    const response = await transport().post(receiver.url, message);
    expect(response).toEqual({ code: 'responded', statusCode: 302, text: 'over there' });
    expect(other.received).toEqual([]);
    await other.close();
  });

  test('reads only the beginning of an endless response', async () => {
    receiver.respondWith((response) => {
      const fill = (): void => void (response.destroyed || response.write('x'.repeat(1000), () => setImmediate(fill)));
      fill();
    });
    const response = await transport().post(receiver.url, message);
    expect(response).toEqual({ code: 'responded', statusCode: 200, text: 'x'.repeat(4096) });
  });

  test('gives up on a receiver that does not respond in time', async () => {
    receiver.respondWith(() => undefined);
    const response = await transport({ time: { ...patient, limit: () => AbortSignal.timeout(300) } }).post(
      receiver.url,
      message,
    );
    expect(response).toEqual({ code: 'failed', problem: 'There was no response in time.' });
  });

  test('gives up on name servers that do not respond in time', async () => {
    const { promise: never } = Promise.withResolvers<string[]>();
    const time = { ...patient, limit: () => AbortSignal.timeout(1) };
    const response = await transport({ resolve: () => never, time }).post(receiver.url, message);
    expect(response).toEqual({ code: 'failed', problem: 'There was no response in time.' });
  });

  test('is not sent when there is no time left', async () => {
    expect(await transport({ time: outOfTime }).post(receiver.url, message)).toMatchObject({ code: 'failed' });
    expect(receiver.received).toEqual([]);
  });

  test('reports a connection that is refused', async () => {
    const { url } = receiver;
    await receiver.close();
    expect(await transport().post(url, message)).toEqual({
      code: 'failed',
      problem: 'The connection failed: ECONNREFUSED.',
    });
  });
});

test.each([
  ['expired', expired],
  ['of another host', ofAnotherHost],
])('a receiver whose certificate is %s gets nothing', async (_name, cert) => {
  const receiver = await startReceiver({ key, cert });
  expect(await transport().post(receiver.url, message)).toMatchObject({ code: 'failed' });
  expect(receiver.received).toEqual([]);
  await receiver.close();
});

test('in sandbox mode a receiver on this machine is allowed, but a name and password in its address are not', async () => {
  const receiver = await startReceiver();
  const sandbox = createWebhookTransport({ isSandbox: true, time: patient });
  expect(await sandbox.post(receiver.url, message)).toMatchObject({ statusCode: 200 });
  expect(await sandbox.check(receiver.url.replace('//', '//user:secret@'))).toBe('invalid');
  await receiver.close();
});
