import { afterEach, beforeEach, expect, test } from 'vitest';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { controlSandbox } from './control-client.ts';
import { startSandbox } from './start-sandbox.ts';
import { aDonation, payWithCard, stripeFor } from './testing/payer.ts';
import { subscribe } from './testing/subscriber.ts';
import { startWebhookReceiver } from './testing/webhook-receiver.ts';

const secretKey = 'sk_test_restart';
let dataDir: string;
let started: ChildProcess[];
const errorOutput = new WeakMap<ChildProcess, string>();

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
  started = [];
});

afterEach(async () => {
  for (const child of started) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts the sandbox as its own process and waits for its first line of output. */
async function startProcess(port: number, variables: Record<string, string> = {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { SANDBOX_PORT: String(port), DATA_DIR: dataDir, SANDBOX_STRIPE_SECRET_KEY: secretKey, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  child.stderr.on('data', (text: Buffer) => errorOutput.set(child, (errorOutput.get(child) ?? '') + text.toString()));
  await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
  return child;
}

const stripeAt = (port: number) => new Stripe(secretKey, { host: '127.0.0.1', port, protocol: 'http' });

test('a killed process loses nothing that it has confirmed', async () => {
  const port = await freePort();
  const first = await startProcess(port);
  const session = await stripeAt(port).checkout.sessions.create(aDonation(), { idempotencyKey: 'key-1' });
  await controlSandbox(`http://127.0.0.1:${port}`).advanceClock(3600);
  await controlSandbox(`http://127.0.0.1:${port}`).submitPayment(session.id);
  first.kill('SIGKILL');
  await once(first, 'exit');

  await startProcess(port);
  const control = controlSandbox(`http://127.0.0.1:${port}`);
  expect(await stripeAt(port).checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'paid' });
  expect((await stripeAt(port).events.list()).data).toHaveLength(5);
  expect((await control.readClock()).offsetSeconds).toBe(3600);
  expect(await control.readPayments()).toMatchObject([
    { checkoutSessionId: session.id, amountReceivedMinor: 524, feeMinor: 45 },
  ]);
  const replayed = await stripeAt(port).checkout.sessions.create(aDonation(), { idempotencyKey: 'key-1' });
  expect(replayed.id).toBe(session.id);
});

test('a second process on the same port exits with an error, and the first one continues', async () => {
  const port = await freePort();
  await startProcess(port);
  const session = await stripeAt(port).checkout.sessions.create(aDonation());
  const second = await startProcess(port);
  if (second.exitCode === null) await once(second, 'exit');
  expect(second.exitCode).toBe(1);
  await controlSandbox(`http://127.0.0.1:${port}`).submitPayment(session.id);
  started[0]?.kill('SIGKILL');
  if (started[0]?.signalCode === null) await once(started[0], 'exit');
  await startProcess(port);
  expect(await stripeAt(port).checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'paid' });
});

test('SIGTERM ends the process', async () => {
  const child = await startProcess(await freePort());
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(0);
});

test('an invalid environment is refused in one sentence that names the variables', async () => {
  const child = await startProcess(await freePort(), {
    SANDBOX_STRIPE_SECRET_KEY: 'sk_live_1',
    SANDBOX_WEBHOOK_URL: 'nowhere',
  });
  expect(errorOutput.get(child)).toMatch(
    /^The payment sandbox cannot start; please set SANDBOX_STRIPE_SECRET_KEY .*SANDBOX_WEBHOOK_URL .*\.\n$/,
  );
});

test('waiting webhooks are sent after a restart', async () => {
  const receiver = await startWebhookReceiver();
  const options = { dataDir, webhook: { url: receiver.url, secret: receiver.secret }, retryDelaysMs: [3_600_000] };
  receiver.respondWith(500, 500, 500, 500, 500);
  const first = await startSandbox(options);
  await payWithCard(first);
  await first.sandbox.webhooks.whenIdle();
  await first.close();

  const second = await startSandbox(options);
  expect(await controlSandbox(second.url).deliverWebhooks()).toEqual([]);
  expect(receiver.received).toHaveLength(10);
  await second.close();
  await receiver.close();
});

test('a restarted sandbox continues its monthly charges and charges nothing twice', async () => {
  const options = { dataDir, publicUrl: 'http://pay.example.org' };
  const first = await startSandbox(options);
  const { subscriptionId } = await subscribe(first, '4000000000000341');
  const control = controlSandbox(first.url);
  await control.advanceClock(32 * 24 * 3600);
  const failed = await stripeFor(first).invoices.list({ status: 'open' });
  await first.close();

  const second = await startSandbox(options);
  expect((await stripeFor(second).invoices.list({ status: 'open' })).data).toEqual(failed.data);
  await controlSandbox(second.url).replaceCard(subscriptionId, '4242424242424242');
  await controlSandbox(second.url).advanceClock(61 * 24 * 3600);
  const { data: invoices } = await stripeFor(second).invoices.list({ subscription: subscriptionId });
  expect(invoices.map(({ status, attempt_count: attempts }) => [status, attempts])).toEqual([
    ['paid', 1],
    ['paid', 1],
    ['paid', 2],
    ['paid', 1],
  ]);
  expect(await controlSandbox(second.url).readSubscriptions()).toMatchObject([{ subscriptionId, status: 'active' }]);
  await second.close();
});

test('a partial write left by a power cut is ignored', async () => {
  const first = await startSandbox({ dataDir });
  const { sessionId } = await payWithCard(first);
  const crashedDir = await mkdtemp(join(dataDir, 'crashed-'));
  for (const file of ['sandbox.sqlite', 'sandbox.sqlite-wal'])
    await copyFile(join(dataDir, file), join(crashedDir, file));
  await first.close();
  await appendFile(join(crashedDir, 'sandbox.sqlite-wal'), 'torn');
  const second = await startSandbox({ dataDir: crashedDir });
  expect((await stripeFor(second).checkout.sessions.retrieve(sessionId)).status).toBe('complete');
  await second.close();
});

test('a sandbox on a data folder from before the SQLite store starts empty', async () => {
  await writeFile(join(dataDir, 'sandbox-state.jsonl'), '[["checkoutSessions",{"id":"cs_test_1"}]]\n');
  const running = await startSandbox({ dataDir });
  expect((await stripeFor(running).checkout.sessions.list()).data).toEqual([]);
  await running.close();
});
