import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { insertPastDonations } from '#test/support/payments/past-donations.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const files = ['data.json', 'donations.csv'] as const;

forEachDatabase((engine) => {
  describe('a download', () => {
    let app: TestApp;
    let ana: SignedIn;
    let origin: string;
    const sockets: Socket[] = [];

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      ana = await signIn(app);
      origin = await app.server.listen({ port: 0, host: '127.0.0.1' });
    });
    afterEach(async () => {
      for (const socket of sockets.splice(0)) socket.destroy();
      await app.close();
    });

    const download = (file: string, { cookie } = ana): Promise<Response> =>
      fetch(`${origin}/api/account/${file}`, { headers: { cookie } });
    const statusOf = async (file: string): Promise<number> => {
      const response = await download(file);
      await response.arrayBuffer();
      return response.status;
    };

    /** Requests a file that does not fit into the buffers of the connection, and reads only its beginning. */
    async function startAndStall(file: string): Promise<Socket> {
      await insertPastDonations(
        app.deps,
        Array.from({ length: 6000 }, () => ({ donor_id: ana.user.id, label: longLabel })),
      );
      const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1' });
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.write(`GET /api/account/${file} HTTP/1.1\r\nhost: localhost\r\ncookie: ${ana.cookie}\r\n\r\n`);
      await once(socket, 'data');
      socket.pause();
      return socket;
    }
    const longLabel = 'x'.repeat(2000);

    test.each(files)('of %s is sent in pieces', async (file) => {
      const response = await download(file);
      expect([response.status, response.headers.get('transfer-encoding')]).toEqual([200, 'chunked']);
      await response.text();
    });

    test('is not started by a HEAD request', async () => {
      const running = await startAndStall('data.json');
      for (const file of files) {
        const headers = { cookie: ana.cookie };
        const head = await fetch(`${origin}/api/account/${file}`, { method: 'HEAD', headers });
        expect([head.status, head.headers.get('content-disposition'), await head.text()]).toEqual([
          200,
          expect.stringMatching(/^attachment; filename="kindbite-/),
          '',
        ]);
      }
      running.destroy();
    });

    test('is cut off when the database fails in the middle', async () => {
      await app.deps.db.write.schema.dropTable('login_failures').execute(); // the table that is read last
      const response = await download('data.json');
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow('terminated');
      expect(app.logged.filter(({ level }) => level === 50)).toMatchObject([{ msg: 'a download ended early' }]);
    });

    test.each(files)('of %s is refused while the donor’s previous one is running', async (file) => {
      const bob = await signIn(app);
      const running = await startAndStall('data.json');
      const response = await download(file);
      expect({
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        body: await response.json(),
      }).toEqual({
        status: 429,
        retryAfter: '10',
        body: refusal(
          'too_many_requests',
          'Your previous download is still running. Please try again when it has finished.',
        ),
      });
      const ofBob = await download(file, bob);
      expect([ofBob.status, (await ofBob.text()) === '']).toEqual([200, false]);
      expect((await call(app, { method: 'GET', url: '/api/account', cookie: ana.cookie })).statusCode).toBe(200);
      running.destroy();
      await vi.waitUntil(async () => (await statusOf(file)) === 200, { timeout: 120_000 });
    });

    test('is ended when the client stops reading', async () => {
      const original = ServerResponse.prototype.setTimeout;
      const limits: number[] = [];
      vi.spyOn(ServerResponse.prototype, 'setTimeout').mockImplementation(function (
        this: ServerResponse,
        ms,
        onTimeout,
      ) {
        limits.push(ms);
        return original.call(this, limits.length === 1 ? 50 : ms, onTimeout); // the next download may take as long as it needs
      });
      const socket = await startAndStall('data.json');
      const closed = new Promise((resolve) => socket.once('close', resolve));
      await vi.waitUntil(async () => (await statusOf('donations.csv')) === 200, { timeout: 120_000 });
      socket.resume();
      await closed;
      expect(limits[0]).toBe(120_000);
    });
  });
});
