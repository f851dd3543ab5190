import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const token = 'operator-0123456789';
const otherToken = 'metrics-0123456789';
const publicHost = 'Host: try.kindbite.org';

let app: TestApp;
afterEach(() => app.close());

const start = async (environment: Record<string, string> = {}): Promise<void> => {
  app = await startApp('sqlite', { cards: stubCards(), environment });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
};
const bearer = (text: string): string => `Authorization: Bearer ${text}`;

/** Sends a request with exactly these headers, as through a proxy that adds none, and returns the response's status and body. */
async function responseTo(path: string, headers: readonly string[], version = '1.1') {
  const { port } = app.server.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let response = '';
  socket.on('data', (part: string) => (response += part));
  socket.write([`GET ${path} HTTP/${version}`, ...headers, 'Connection: close', '', ''].join('\r\n'));
  await once(socket, 'close');
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(response)?.[1]), body: response.split('\r\n\r\n')[1] };
}

describe.each([
  { path: '/dev/mail', variable: 'OPERATOR_TOKEN', otherVariable: 'METRICS_TOKEN' },
  { path: '/metrics', variable: 'METRICS_TOKEN', otherVariable: 'OPERATOR_TOKEN' },
])("the operator's page $path", ({ path, variable, otherVariable }) => {
  const statusOf = async (...headers: string[]): Promise<number> => (await responseTo(path, headers)).status;

  describe('on this machine', () => {
    test.each(['localhost', 'localhost:3000', 'LocalHost:3000', '127.0.0.1', '127.0.0.1:3000', '[::1]', '[::1]:3000'])(
      'is open under the name %s',
      async (host) => {
        await start();
        expect(await statusOf(`Host: ${host}`)).toBe(200);
      },
    );

    test.each([
      'try.kindbite.org',
      'try.kindbite.org:3000',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'evil.example:127.0.0.1',
      '10.0.0.1',
      '0.0.0.0',
      '[::ffff:198.51.100.7]',
      '',
    ])('is like an unknown address under the name %j', async (host) => {
      await start();
      const headers = [`Host: ${host}`];
      expect(await responseTo(path, headers)).toEqual(await responseTo('/unknown', headers));
      expect(await statusOf(...headers)).toBe(404);
    });

    test('is closed without a host name, as in HTTP/1.0', async () => {
      await start();
      expect((await responseTo(path, [], '1.0')).status).toBe(404);
    });

    test.each([
      'X-Forwarded-For: 127.0.0.1',
      'X-Forwarded-Host: localhost',
      'X-Forwarded-Proto: http',
      'X-Real-IP: 127.0.0.1',
      'Forwarded: for=127.0.0.1;host=localhost',
      'Via: 1.1 localhost',
    ])('is closed through a proxy that adds %j', async (header) => {
      await start();
      expect(await statusOf('Host: localhost', header)).toBe(404);
    });

    test('is closed through a trusted proxy that names this machine as the client', async () => {
      await start({ TRUST_PROXY: 'loopback' });
      const forged = ['X-Forwarded-For: 127.0.0.1', 'X-Forwarded-Host: localhost'];
      expect([await statusOf(publicHost, ...forged), await statusOf('Host: localhost', ...forged)]).toEqual([404, 404]);
    });

    test.each(['198.51.100.7', '10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1'])(
      'is closed to %s, even under a local name or with the token',
      async (remoteAddress) => {
        await start({ [variable]: token });
        for (const headers of [{ host: 'localhost' }, { host: 'localhost', authorization: `Bearer ${token}` }])
          expect((await app.server.inject({ url: path, remoteAddress, headers })).statusCode).toBe(404);
      },
    );

    test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('is open to %s', async (remoteAddress) => {
      await start();
      expect((await app.server.inject({ url: path, remoteAddress })).statusCode).toBe(200);
    });
  });

  describe('in production', () => {
    const production = { NODE_ENV: 'production' };

    test('is like an unknown address without a configured token, even for this machine', async () => {
      await start({ ...production, [otherVariable]: otherToken });
      for (const host of ['Host: localhost', publicHost])
        for (const text of ['', 'undefined', token, otherToken]) {
          const headers = [host, bearer(text)];
          expect(await responseTo(path, headers)).toEqual(await responseTo('/unknown', headers));
        }
    });

    test('is open to its own token from anywhere, and to nothing else', async () => {
      await start({ ...production, [variable]: token, [otherVariable]: otherToken });
      expect(await statusOf(publicHost, bearer(token))).toBe(200);
      expect(await statusOf(publicHost, 'X-Forwarded-For: 198.51.100.7', bearer(token))).toBe(200);
      expect(await statusOf('Host: localhost')).toBe(404);
      for (const wrong of [otherToken, `${token}0`, token.slice(0, -1), token.toUpperCase(), '', ' '])
        expect({ wrong, status: await statusOf('Host: localhost', bearer(wrong)) }).toEqual({ wrong, status: 404 });
      for (const header of [token, `Basic ${token}`, `Bearer${token}`])
        expect({ header, status: await statusOf(publicHost, `Authorization: ${header}`) }).toEqual({
          header,
          status: 404,
        });
    });
  });
});
