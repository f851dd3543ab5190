import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test, describe } from 'vitest';
import type { FairQueue } from '#server/fair-queue.ts';
import { postCheckout, postText, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { deliver, openIntent, paidMessage, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';

const busy = refusal('unavailable', 'Too many people are here right now. Please try again in a moment.');

forEachDatabase((engine) => {
  describe('a process at its limit of simultaneous requests', () => {
    let app: TestApp;
    let release: () => void;
    let held: Promise<unknown>[];
    let isProviderSlow: boolean;
    /** Resolves when another request has begun to wait. */
    let nextWait: () => Promise<void>;

    beforeEach(async () => {
      const gate = Promise.withResolvers<void>();
      let begun = Promise.withResolvers<void>();
      nextWait = () => begun.promise;
      const wait = async (): Promise<void> => {
        begun.resolve();
        begun = Promise.withResolvers();
        await gate.promise;
      };
      const opened = stubCardsWithWebhook();
      const cards = { ...opened };
      const passwordQueue: FairQueue = { run: async (_caller, work) => (await wait(), work()) };
      app = await startApp(engine, { cards, passwordQueue, environment: { REQUESTS_MAX: '2' } });
      held = [];
      isProviderSlow = false;
      release = gate.resolve;
      cards.openCheckout = async (request) => {
        if (isProviderSlow) await wait();
        return opened.openCheckout(request);
      };
    });
    afterEach(async () => {
      release();
      await Promise.all(held);
      await app.close();
    });

    /** Sends requests that get no response until `release`. */
    async function hold(send: () => Promise<unknown>, count: number): Promise<void> {
      for (let number = 0; number < count; number += 1) {
        const waiting = nextWait();
        held.push(send());
        await waiting;
      }
    }
    const login = () => postText(app, '/api/login', JSON.stringify({ username: 'ana', password: 'secret1' }));
    const checkout = () => postCheckout(app, checkoutBody());
    const get = (url: string, accept = 'application/json') => app.server.inject({ url, headers: { accept } });
    const statusOf = async (url: string) => (await get(url)).statusCode;

    test('refuses the next request with 503, and says when to try again', async () => {
      await hold(login, 2);
      const { statusCode, headers, ...response } = await get('/api/snacks');
      expect({ statusCode, body: response.json() }).toEqual({ statusCode: 503, body: busy });
      expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
      expect(app.logged.filter(({ msg }) => msg === 'overloaded; requests are refused')).toHaveLength(1);
    });

    test('refuses a request for a page with a page that says why', async () => {
      await hold(login, 2);
      const response = await get('/about', 'text/html,application/xhtml+xml');
      expect(response.statusCode).toBe(503);
      expect(response.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'retry-after': '5' });
      expect(response.body).toContain(busy.message);
    });

    test('records payments and stays healthy', async () => {
      const intent = await openIntent(app);
      const readiness: unknown = (await get('/readyz')).json();
      await hold(login, 2);
      isProviderSlow = true;
      await hold(checkout, 2);
      await deliver(app, paidMessage(intent));
      expect(await statusOf(`/api/donations/${intent.donation_id}/receipt`)).toBe(200);
      expect(await statusOf('/healthz')).toBe(200);
      expect((await get('/readyz')).json()).toEqual(readiness);
    });

    test('opens checkouts while other requests are at their limit', async () => {
      await hold(login, 2);
      expect((await checkout()).statusCode).toBe(200);
    });

    test('keeps serving other requests while checkouts wait for the provider', async () => {
      isProviderSlow = true;
      await hold(checkout, 2);
      expect((await checkout()).json()).toEqual(busy);
      expect(await statusOf('/api/snacks')).toBe(200);
    });

    test('serves requests again after the waiting ones have been served', async () => {
      await hold(login, 2);
      expect(await statusOf('/api/snacks')).toBe(503);
      release();
      await Promise.all(held);
      await expect.poll(() => statusOf('/api/snacks')).toBe(200);
    });

    test('refuses some of the requests that arrive at the same moment, even if each is served immediately', async () => {
      const statuses = await Promise.all(Array.from({ length: 4 }, () => statusOf('/api/snacks')));
      expect(statuses.filter((status) => status === 503)).not.toEqual([]);
      await expect.poll(() => statusOf('/api/snacks')).toBe(200);
    });

    test('does not count a request whose client has left', async () => {
      const address = new URL(await app.server.listen({ port: 0, host: '127.0.0.1' }));
      for (let number = 0; number < 3; number += 1) {
        const waiting = nextWait();
        const client = connect(Number(address.port), address.hostname);
        const body = JSON.stringify({ username: 'ana', password: 'secret1' });
        client.write(
          `POST /api/login HTTP/1.1\r\nhost: localhost:3000\r\norigin: http://localhost:3000\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        );
        await waiting;
        client.resetAndDestroy();
        await once(client, 'close');
        await expect.poll(() => statusOf('/api/snacks')).toBe(200); // after the server has noticed
      }
    });
  });
});
