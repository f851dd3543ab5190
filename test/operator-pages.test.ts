import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadWebBuild } from '#server/http/pages.ts';
import { startSandbox, type RunningSandbox } from '#sandbox/start-sandbox.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const token = 'operator-0123456789';
const pages = ['/dev/mail', '/dev/mail/out_1', '/dev/%6dail', '/metrics', '/%6detrics'];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'web-build-'));
  writeFileSync(join(folder, '404.html'), '<!doctype html><title>Not found</title>');
  writeFileSync(join(folder, 'build.json'), JSON.stringify({ pages: {}, notFound: '404.html' }));
});
afterAll(() => rmSync(folder, { recursive: true }));

let app: TestApp;
let sandbox: RunningSandbox;

async function start(isProduction: boolean): Promise<void> {
  const settings = { publicUrl: 'http://localhost:3000', sandbox: undefined, analyticsId: undefined };
  const web = loadWebBuild(folder, settings);
  const environment = {
    OPERATOR_TOKEN: token,
    METRICS_TOKEN: token,
    ...(isProduction ? { NODE_ENV: 'production' } : {}),
  };
  app = await startApp('sqlite', { cards: stubCards(), web, environment });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  sandbox = await startSandbox({ isProduction, operatorToken: token });
}
afterEach(async () => {
  await app.close();
  await sandbox.close();
});

const productPort = (): number => (app.server.server.address() as AddressInfo).port;

/** Sends exactly these lines over a plain connection. Resolves to the response without its request id and date. */
async function responseTo(port: number, ...lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let response = '';
  socket.on('data', (part: string) => (response += part));
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  await once(socket, 'close');
  return response.replace(/^(x-request-id|date): .*\r\n/gim, '');
}

const statusOf = async (...request: Parameters<typeof responseTo>): Promise<number> =>
  Number(/^HTTP\/1\.1 (\d{3}) /.exec(await responseTo(...request))?.[1]);

describe('outside production', () => {
  beforeEach(() => start(false));

  test.each([
    ['localhost', 200],
    ['LOCALHOST:80', 200],
    ['localhost:', 200],
    ['127.0.0.1:65536', 200],
    ['127.1.2.3', 200],
    ['[::1]:3000', 200],
    ['localhost.', 404],
    ['localhost.evil.example', 404],
    ['localhost:80.evil.example', 404],
    ['127.0.0.1:1@evil.example', 404],
    ['evil.example#localhost', 404],
    ['localhost,evil.example', 404],
    ['[::1]evil.example', 404],
    ['[::1%25lo]', 404],
    ['::1', 404],
    ['0.0.0.0', 404],
    ['127.1', 404],
    ['2130706433', 404],
  ])('the product and the sandbox respond to the host %s with %i', async (host, status) => {
    const header = `Host: ${host}`;
    const statuses = [
      await statusOf(productPort(), 'GET /dev/mail HTTP/1.1', header),
      await statusOf(productPort(), 'GET /metrics HTTP/1.1', header),
      await statusOf(sandbox.port, 'GET /_sandbox HTTP/1.1', header),
    ];
    expect(statuses).toEqual([status, status, status]);
  });

  test.each(['GET', 'HEAD'])(
    '%s of a page at another host gets the same response as an unknown address, even with the token',
    async (method) => {
      const headers = ['Host: try.kindbite.org', `Authorization: Bearer ${token}`];
      const unknown = await responseTo(productPort(), `${method} /unknown HTTP/1.1`, ...headers);
      expect(unknown).toMatch(/^HTTP\/1\.1 404 [^]*text\/html/);
      for (const path of pages)
        expect(await responseTo(productPort(), `${method} ${path} HTTP/1.1`, ...headers)).toBe(unknown);
    },
  );
});

describe('in production', () => {
  beforeEach(() => start(true));

  test('a page without its token gets the same response as an unknown address, even on this machine', async () => {
    const unknown = await responseTo(productPort(), 'GET /unknown HTTP/1.1', 'Host: localhost');
    for (const path of pages)
      expect(await responseTo(productPort(), `GET ${path} HTTP/1.1`, 'Host: localhost')).toBe(unknown);
  });

  test.each([
    ['Bearer', 200],
    ['Bearer ', 404],
    ['Basic', 404],
  ])('the product and the sandbox respond to a token after %j with %i', async (scheme, status) => {
    const headers = ['Host: try.kindbite.org', `Authorization: ${scheme} ${token}`];
    const statuses = [
      await statusOf(productPort(), 'GET /dev/mail HTTP/1.1', ...headers),
      await statusOf(productPort(), 'GET /metrics HTTP/1.1', ...headers),
      await statusOf(sandbox.port, 'GET /_sandbox HTTP/1.1', ...headers),
    ];
    expect(statuses).toEqual([status, status, status]);
  });
});
