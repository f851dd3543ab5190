import { execFileSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { migratedDatabase, type FreshDatabase } from '#test/support/app/databases.ts';
import { startServerProcess } from '#test/support/app/server-process.ts';
import { buildForProcesses, builtServer } from '#tools/start/builds.ts';
import { patientServer } from '#test/support/app/start-app.ts';
import { startChild, type Child } from '#tools/start/child.ts';

const workerCount = 3;
const patience = { timeout: 120_000 };

let database: FreshDatabase;
let primary: Child;
let url: string;

beforeAll(buildForProcesses);
beforeEach(async () => {
  database = await migratedDatabase('postgres');
});
afterEach(() => database.drop());

async function startWorkers(): Promise<void> {
  const { dataDir, databaseUrl } = database;
  ({ process: primary, url } = await startServerProcess(() => ({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    WEB_CONCURRENCY: String(workerCount),
    ...patientServer,
  })));
}

/** Sends a request on a new connection, so that any worker can respond. */
const ask = (path: string): Promise<{ readonly status: number | undefined; readonly text: string }> =>
  new Promise((resolve, reject) => {
    request(`${url}${path}`, { agent: new Agent({ keepAlive: false }) }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    })
      .on('error', reject)
      .end();
  });

const isServed = (): Promise<boolean> =>
  ask('/healthz').then(
    () => true,
    () => false,
  );

/** Reads a metric's value for each worker, in the order of their numbers. */
async function valuesOf(metric: string): Promise<readonly number[]> {
  const { text } = await ask('/metrics');
  const values = new Map<string, number>();
  for (const line of text.split('\n').filter((one) => one.startsWith(`${metric}{`))) {
    const [, worker = ''] = /worker="(\d+)"/.exec(line) ?? [];
    values.set(worker, (values.get(worker) ?? 0) + Number(line.split(' ').at(-1)));
  }
  return [...values].toSorted(([one], [other]) => one.localeCompare(other)).map(([, value]) => value);
}

const pidsOfWorkers = (): string[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(primary.pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/);

const waitUntilAllServe = () =>
  vi.waitUntil(async () => (await valuesOf('state_measured_timestamp_seconds')).length === workerCount, patience);

describe('three workers', () => {
  beforeEach(() => startWorkers());
  afterEach(async () => {
    primary.kill();
    await primary.ended;
    await vi.waitUntil(async () => !(await isServed()), patience); // workers end after the primary
  });

  test('share a port, and one response has the metrics of all', async () => {
    await waitUntilAllServe();
    const served = async (): Promise<readonly number[]> => valuesOf('http_request_seconds_count');
    const before = await served();
    const calls = 30;
    for (let call = 0; call < calls; call += 1) expect((await ask('/api/snacks')).status).toBe(200);
    const added = (await served()).map((count, index) => count - (before[index] ?? 0));
    expect(Math.min(...added)).toBeGreaterThan(0);
    expect(added.reduce((sum, count) => sum + count)).toBe(calls + 1); // the first reading was counted after its response
  });

  test('keep serving after one of them is killed, until it is replaced', async () => {
    await waitUntilAllServe();
    const [killed = '', ...others] = pidsOfWorkers();
    process.kill(Number(killed), 'SIGKILL');
    await vi.waitUntil(() => !pidsOfWorkers().includes(killed), patience);
    for (let call = 0; call < 10; call += 1) expect((await ask('/readyz')).status).toBe(200);
    await vi.waitUntil(() => pidsOfWorkers().length === workerCount, patience);
    await waitUntilAllServe();
    expect(pidsOfWorkers()).toEqual(expect.arrayContaining(others));
    expect(primary.lastLines()).toContain('a worker ended; another will start');
  });

  test('stop at SIGTERM', async () => {
    await waitUntilAllServe();
    await primary.stop('SIGTERM');
    expect(await primary.ended).toBe('exit code 0');
    expect(await isServed()).toBe(false);
  });
});

test('a server that cannot start prints the reason once, and exits', async () => {
  const environment = {
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.databaseUrl,
    WEB_CONCURRENCY: '2',
    PAYMENT_SANDBOX: 'on',
  };
  const plan = { title: 'The server', entry: builtServer, readinessUrl: 'http://127.0.0.1:9', environment };
  const child = startChild(plan);
  expect(await child.ended).toBe('exit code 1');
  expect(child.lastLines()).toMatch(/^STRIPE_SECRET_KEY is missing.*$/);
});
