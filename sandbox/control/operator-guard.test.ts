import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { startSandbox, type RunningSandbox, type SandboxOptions } from '../start-sandbox.ts';

const operatorToken = 'operator-0123456789';
const paths = ['/_sandbox', '/_sandbox/clock', '/_sandbox/records', '/_sandbox/webhooks', '/_sandbox/faults'];

let running: RunningSandbox;
afterEach(() => running.close());

const start = async (options: SandboxOptions = {}): Promise<void> => {
  running = await startSandbox(options);
};

/** Sends a request with exactly these headers over a plain connection. Returns the status of the response. */
async function statusOf(headers: readonly string[], path = '/_sandbox/records', method = 'GET'): Promise<number> {
  const socket = connect(running.port, '127.0.0.1').setEncoding('utf8');
  let response = '';
  socket.on('data', (part: string) => (response += part));
  socket.write([`${method} ${path} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'));
  await once(socket, 'close');
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(response)?.[1]);
}

describe("the operator's calls from the same machine", () => {
  test.each(['localhost', 'localhost:3001', 'LOCALHOST', '127.0.0.1', '127.0.0.1:80', '[::1]', '[::1]:3001'])(
    'respond under the name %s',
    async (host) => {
      await start();
      expect(await statusOf([`Host: ${host}`])).toBe(200);
    },
  );

  test.each([
    'try.kindbite.org',
    'evil.example:3001',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.1',
    '',
  ])('do not exist under the name %j, as behind a proxy that passes the name on and adds no headers', async (host) => {
    await start();
    for (const path of paths)
      expect({ path, status: await statusOf([`Host: ${host}`], path) }).toEqual({ path, status: 404 });
    expect(await statusOf([`Host: ${host}`, 'Content-Length: 0'], '/_sandbox/reset', 'POST')).toBe(404);
  });

  test.each([
    'X-Forwarded-For: 127.0.0.1',
    'Forwarded: for=127.0.0.1;host=localhost',
    'X-Forwarded-Host: localhost',
    'X-Real-IP: 127.0.0.1',
    'Via: 1.1 proxy',
  ])('do not exist through a proxy that adds %j', async (header) => {
    await start();
    expect(await statusOf(['Host: localhost', header])).toBe(404);
  });

  test('need no token', async () => {
    await start({ operatorToken });
    expect(await statusOf(['Host: localhost'])).toBe(200);
  });
});

describe("the operator's calls in production", () => {
  test('do not exist without a configured token, even for this machine', async () => {
    await start({ isProduction: true });
    for (const authorization of ['', 'Bearer ', 'Bearer undefined', `Bearer ${operatorToken}`])
      expect(await statusOf(['Host: localhost', `Authorization: ${authorization}`])).toBe(404);
  });

  test('need the configured token, under any name', async () => {
    await start({ isProduction: true, operatorToken });
    const withToken = [`Authorization: Bearer ${operatorToken}`];
    for (const path of paths) expect(await statusOf(['Host: try.kindbite.org', ...withToken], path)).toBe(200);
    expect(await statusOf(['Host: localhost', 'X-Forwarded-For: 203.0.113.7', ...withToken])).toBe(200);
    for (const wrong of [
      '',
      `Bearer ${operatorToken}0`,
      `Bearer ${operatorToken.slice(1)}`,
      `Basic ${operatorToken}`,
      operatorToken,
    ])
      expect({ wrong, status: await statusOf(['Host: localhost', `Authorization: ${wrong}`]) }).toEqual({
        wrong,
        status: 404,
      });
  });

  test("need a token, unlike the payers' pages, the merchant's clock and the health check", async () => {
    await start({ isProduction: true });
    for (const path of ['/clock', '/healthz']) expect(await statusOf(['Host: pay.kindbite.org'], path)).toBe(200);
    const unknownSession = await fetch(`${running.url}/c/pay/cs_test_1`);
    expect(await unknownSession.text()).not.toContain('Unrecognized request URL');
  });
});

test('a weak token keeps the sandbox from starting, and an empty one counts as absent', async () => {
  await start();
  const variables = { SANDBOX_STRIPE_SECRET_KEY: 'sk_test_1' };
  for (const weak of ['secret', 'aaaaaaaaaaaaaaaaaaaaaaaa'])
    expect(() => readConfig({ ...variables, OPERATOR_TOKEN: weak })).toThrow(
      'please set OPERATOR_TOKEN (must be at least 16 characters, 8 of them different)',
    );
  expect(readConfig({ ...variables, OPERATOR_TOKEN: '' }).operatorToken).toBeUndefined();
  expect(readConfig({ ...variables, OPERATOR_TOKEN: operatorToken }).operatorToken).toBe(operatorToken);
});
