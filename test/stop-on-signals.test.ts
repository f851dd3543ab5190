import { Agent, request } from 'node:http';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { migratedDatabase, type FreshDatabase } from '#test/support/app/databases.ts';
import { startServerProcess } from '#test/support/app/server-process.ts';
import { buildForProcesses } from '#tools/start/builds.ts';
import type { Child } from '#tools/start/child.ts';

let database: FreshDatabase;
let server: Child;
let url: string;
/** The agent of a client that keeps its connection open. */
let agent: Agent;

beforeAll(buildForProcesses);
beforeEach(async () => {
  database = await migratedDatabase('sqlite');
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterEach(async () => {
  agent.destroy();
  server.kill();
  await server.ended;
  await database.drop();
});

async function start(drainSeconds: string): Promise<void> {
  ({ process: server, url } = await startServerProcess(() => ({
    DATA_DIR: database.dataDir,
    DRAIN_SECONDS: drainSeconds,
  })));
}

/** Sends a request on the client's connection. Resolves to the status, and whether the server keeps the connection. */
const ask = (path: string): Promise<readonly [status: number | undefined, isKept: boolean]> =>
  new Promise((resolve, reject) => {
    request(`${url}${path}`, { agent }, (response) => {
      response.resume().on('end', () => resolve([response.statusCode, response.headers.connection !== 'close']));
    })
      .on('error', reject)
      .end();
  });

const isDraining = async (): Promise<boolean> => (await ask('/readyz'))[0] === 503;

test('after SIGTERM the server is not ready, but keeps serving and asks clients to close their connections', async () => {
  await start('600');
  expect(await ask('/api/snacks')).toEqual([200, true]);
  const ended = server.stop('SIGTERM');
  await vi.waitUntil(isDraining, { timeout: 120_000 });
  for (let count = 0; count < 5; count += 1) expect(await ask('/api/snacks')).toEqual([200, false]); // each on a new connection
  expect(await ask('/readyz')).toEqual([503, false]);
  await Promise.all([server.stop('SIGINT'), ended]); // Ctrl-C ends the wait
  expect(await server.ended).toBe('exit code 0');
});

test('after the drain period the server stops, and so does its thread that draws PDFs', async () => {
  await start('0.2');
  expect(await ask('/api/impact-report.pdf')).toEqual([200, true]);
  await server.stop('SIGTERM');
  expect(await server.ended).toBe('exit code 0');
  await expect(ask('/api/snacks')).rejects.toThrow('ECONNREFUSED');
});

test('SIGINT stops the server without a drain period', async () => {
  await start('600');
  await server.stop('SIGINT');
  expect(await server.ended).toBe('exit code 0');
});
