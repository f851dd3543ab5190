import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusal } from '#test/support/call-app.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { startApp, type TestApp, type TestAppOptions } from '#test/support/start-app.ts';
import { stubCards } from '#test/support/stub-cards.ts';

const notReady = refusal('unavailable', 'Not ready.');

forEachDatabase((engine) => {
  describe('what an operator asks', () => {
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
    const ask = async (url: string, options: { remoteAddress?: string; headers?: Record<string, string> } = {}) => {
      const answer = await app.server.inject({ url, ...options });
      return { status: answer.statusCode, body: answer.body };
    };
    const refused = { status: 503, body: JSON.stringify(notReady) };

    test('/healthz says that the process lives, also while it leaves', async () => {
      await start();
      app.drain();
      expect(await ask('/healthz')).toEqual({ status: 200, body: '{"status":"ok"}' });
    });

    test('/readyz is ready over a seeded database and a sandbox that answers', async () => {
      await start();
      expect(await ask('/readyz')).toEqual({ status: 200, body: '{"status":"ready"}' });
    });

    test('/readyz is refused while the process leaves, and calls are still answered', async () => {
      await start();
      app.drain();
      expect(await ask('/readyz')).toEqual(refused);
      expect((await ask('/api/snacks')).status).toBe(200);
    });

    test('/readyz is refused while the sandbox does not listen', async () => {
      await start({ STRIPE_API_BASE: 'http://127.0.0.1:9' });
      expect(await ask('/readyz')).toEqual(refused);
    });

    test('/readyz is refused while the sandbox is not healthy', async () => {
      await start();
      sandboxStatus = 503;
      expect(await ask('/readyz')).toEqual(refused);
    });

    test('/readyz asks no sandbox when there is none', async () => {
      await start({ PAYMENT_SANDBOX: 'off', STRIPE_API_BASE: 'http://127.0.0.1:9' });
      expect((await ask('/readyz')).status).toBe(200);
    });

    test('/readyz is refused over a database without a catalogue', async () => {
      await start();
      await app.deps.db.write.deleteFrom('charities').execute();
      expect(await ask('/readyz')).toEqual(refused);
    });

    test('/readyz is refused over a database without its tables, and the log says why', async () => {
      await start();
      await app.deps.db.write.schema.alterTable('charities').renameTo('elsewhere').execute();
      expect(await ask('/readyz')).toEqual(refused);
      expect(app.logged).toContainEqual(expect.objectContaining({ level: 50, msg: 'the database does not answer' }));
    });

    test('none of them fills the log', async () => {
      await start();
      app.logged.length = 0;
      for (const url of ['/healthz', '/readyz', '/metrics']) await ask(url);
      expect(app.logged).toEqual([]);
    });

    test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('/metrics is told to %s', async (remoteAddress) => {
      await start();
      await ask('/api/snacks');
      const { status, body } = await ask('/metrics', { remoteAddress });
      expect(status).toBe(200);
      expect(body).toMatch(/_count\{method="GET",route="\/api\/snacks",status="200"\} 1/);
      expect(body).toContain('payment_events_total');
      expect(body).toContain('checkouts_total');
    });

    test.each(['198.51.100.7', '10.0.0.1', '2001:db8::1'])(
      '/metrics looks like nothing from %s',
      async (remoteAddress) => {
        await start();
        const unknown = await ask('/api/unknown');
        expect(await ask('/metrics', { remoteAddress })).toEqual(unknown);
      },
    );

    test('/metrics looks like nothing through a proxy on this machine', async () => {
      await start();
      const unknown = await ask('/api/unknown');
      for (const header of ['x-forwarded-for', 'forwarded'])
        expect(await ask('/metrics', { headers: { [header]: '198.51.100.7' } })).toEqual(unknown);
    });

    test('/metrics with a token is told from anywhere to who has it, and to nobody else', async () => {
      await start({ METRICS_TOKEN: 'a-token' });
      const withToken = (authorization: string) => ({ remoteAddress: '198.51.100.7', headers: { authorization } });
      expect((await ask('/metrics', withToken('Bearer a-token'))).status).toBe(200);
      for (const wrong of ['Bearer b-token', 'Bearer a-toke', 'Bearer a-token2', 'a-token', 'Basic a-token', '']) {
        expect({ wrong, status: (await ask('/metrics', withToken(wrong))).status }).toEqual({ wrong, status: 404 });
      }
      expect((await ask('/metrics')).status).toBe(404);
    });

    test('/metrics counts unknown addresses under one name: a stranger cannot fill the memory', async () => {
      await start();
      for (const url of ['/a', '/b', '/api/c']) await ask(url);
      const { body } = await ask('/metrics');
      expect(body).toMatch(/_count\{method="GET",route="unknown",status="404"\} 3/);
    });
  });
});
