import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { postCheckout, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp, type TestAppOptions } from '#test/support/app/start-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const notReady = refusal('unavailable', 'Not ready.');

forEachDatabase((engine) => {
  describe('the operation routes', () => {
    let app: TestApp;
    let sandbox: Server;
    let sandboxStatus: number;
    let sandboxAddress: string;

    beforeEach(async () => {
      sandboxStatus = 200;
      sandbox = createServer((request, response) => {
        response.writeHead(request.url === '/healthz' ? sandboxStatus : 404).end();
      });
      sandbox.listen(0, '127.0.0.1');
      await once(sandbox, 'listening');
      sandboxAddress = `http://127.0.0.1:${(sandbox.address() as AddressInfo).port}`;
    });
    afterEach(async () => {
      await app.close();
      sandbox.close();
      sandbox.closeAllConnections();
      await once(sandbox, 'close');
    });

    const start = async (environment: TestAppOptions['environment'] = {}): Promise<void> => {
      app = await startApp(engine, {
        cards: stubCards(),
        environment: { STRIPE_API_BASE: sandboxAddress, ...environment },
      });
    };
    const get = async (url: string) => {
      const response = await app.server.inject({ url });
      return { status: response.statusCode, body: response.body };
    };
    const refused = { status: 503, body: JSON.stringify(notReady) };

    test('/healthz returns ok, even during shutdown', async () => {
      await start();
      app.drain();
      expect(await get('/healthz')).toEqual({ status: 200, body: '{"status":"ok"}' });
    });

    test('/readyz returns ready with a seeded database and a running sandbox', async () => {
      await start();
      expect(await get('/readyz')).toEqual({ status: 200, body: '{"status":"ready"}' });
    });

    test('/readyz returns 503 during shutdown, while other requests still get a response', async () => {
      await start();
      app.drain();
      expect(await get('/readyz')).toEqual(refused);
      expect((await get('/api/snacks')).status).toBe(200);
    });

    test('/readyz returns 503 while the sandbox does not listen', async () => {
      await start({ STRIPE_API_BASE: 'http://127.0.0.1:9' });
      expect(await get('/readyz')).toEqual(refused);
    });

    test('/readyz returns 503 while the sandbox is not healthy', async () => {
      await start();
      sandboxStatus = 503;
      expect(await get('/readyz')).toEqual(refused);
    });

    test('/readyz does not check a sandbox that is off', async () => {
      await start({ PAYMENT_SANDBOX: 'off', STRIPE_API_BASE: 'http://127.0.0.1:9' });
      expect((await get('/readyz')).status).toBe(200);
    });

    test('/readyz returns 503 while the database has no charities', async () => {
      await start();
      await app.deps.db.write.deleteFrom('charities').execute();
      expect(await get('/readyz')).toEqual(refused);
    });

    test('/readyz returns 503 while a table is missing, and the log says why', async () => {
      await start();
      await app.deps.db.write.schema.alterTable('charities').renameTo('elsewhere').execute();
      expect(await get('/readyz')).toEqual(refused);
      expect(app.logged).toContainEqual(expect.objectContaining({ level: 50, msg: 'the database cannot be used' }));
      await app.deps.db.write.schema.alterTable('elsewhere').renameTo('charities').execute(); // the test database is reused
    });

    test('requests to /healthz, /readyz and /metrics are not logged', async () => {
      await start();
      app.logged.length = 0;
      for (const url of ['/healthz', '/readyz', '/metrics']) await get(url);
      expect(app.logged).toEqual([]);
    });

    test('/metrics shows requests, payments and checkouts', async () => {
      await start();
      await get('/api/snacks');
      const { status, body } = await get('/metrics');
      expect(status).toBe(200);
      expect(body).toMatch(/_count\{method="GET",route="\/api\/snacks",status="200"\} 1/);
      expect(body).toContain('payment_events_total');
      expect(body).toContain('checkouts_total');
    });

    test('/metrics counts unknown paths under one label, so that strangers cannot exhaust memory', async () => {
      await start();
      for (const url of ['/a', '/b', '/api/c']) await get(url);
      const { body } = await get('/metrics');
      expect(body).toMatch(/_count\{method="GET",route="unknown",status="404"\} 3/);
    });
  });
});

describe('a full disk', () => {
  test('makes /readyz and API calls return 503 and is logged as the cause; both recover when there is space', async () => {
    const app = await startApp('sqlite', { cards: stubCards(), environment: { PAYMENT_SANDBOX: 'off' } });
    const readiness = async (): Promise<number> => (await app.server.inject({ url: '/readyz' })).statusCode;
    const limitPages = (count: number) => sql.raw(`pragma max_page_count = ${count}`).execute(app.deps.db.write);
    expect(await readiness()).toBe(200);
    await sql`vacuum`.execute(app.deps.db.write); // no free pages
    await limitPages(1); // which SQLite raises to the current size
    expect(await readiness()).toBe(503);
    const donations = [];
    while (donations.at(-1)?.statusCode !== 503) donations.push(await postCheckout(app, checkoutBody())); // until the last page is full
    expect(donations.at(-1)?.headers['retry-after']).toBe('5');
    const causes = app.logged.filter(({ msg }) => msg === 'the database cannot be used').map(({ err }) => err);
    expect(causes).toEqual([0, 1].map(() => expect.objectContaining({ message: 'database or disk is full' })));
    await limitPages(1_000_000);
    expect(await readiness()).toBe(200);
    expect((await postCheckout(app, checkoutBody())).statusCode).toBe(200);
    await app.close();
  });
});
