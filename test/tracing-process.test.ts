import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { migratedDatabase, type FreshDatabase } from '#test/support/app/databases.ts';
import { startServerProcess } from '#test/support/app/server-process.ts';
import { buildForProcesses } from '#tools/start/builds.ts';
import { startMailServer, type MailServer } from '#test/support/mail/mail-server.ts';
import { startCollector, type Collector } from '#test/support/tracing/collector.ts';
import { pathOf } from '#test/support/tracing/traced-world.ts';
import type { Child } from '#tools/start/child.ts';
import { inProject } from '#tools/start/paths.ts';

let database: FreshDatabase;
let collector: Collector;
let smtp: MailServer;
let server: Child;
let url: string;

beforeAll(buildForProcesses);
beforeEach(async () => {
  database = await migratedDatabase('sqlite');
  collector = await startCollector();
  smtp = await startMailServer();
});
afterEach(async () => {
  server.kill();
  await server.ended;
  await smtp.close();
  await collector.close();
  await database.drop();
});

const moduleList = (): string => join(database.dataDir, 'modules');

async function start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  ({ process: server, url } = await startServerProcess((address) => ({
    PUBLIC_URL: address,
    DATA_DIR: database.dataDir,
    SMTP_URL: smtp.url,
    NODE_OPTIONS: `--import ${inProject('test', 'support', 'tracing', 'list-modules.ts')}`,
    MODULE_LIST: moduleList(),
    ...settings,
  })));
}

/** Sends a message, and waits until the job that it queues has sent an email. */
async function contact(): Promise<void> {
  const message = { name: 'Noor', email: 'noor@example.org', subject: 'Hello', message: 'How are you today?' };
  const headers = { 'content-type': 'application/json', origin: url };
  const response = await fetch(`${url}/api/contact`, { method: 'POST', headers, body: JSON.stringify(message) });
  expect(response.status).toBe(200);
  await vi.waitUntil(() => smtp.received.length > 0, { timeout: 120_000 });
}

/** Returns true if the server has loaded OpenTelemetry's exporter. The build names the exporter's file after our module. */
const hasLoadedTracing = (): boolean => /dist\/server\/start-tracing-\S+\.js/.test(readFileSync(moduleList(), 'utf8'));

test('without an endpoint, the exporter of OpenTelemetry is not loaded', async () => {
  await start();
  await contact();
  await server.stop('SIGINT');
  expect(hasLoadedTracing()).toBe(false);
});

test('with an endpoint, SIGTERM sends the remaining spans: the request and its job are one trace', async () => {
  await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  await contact();
  await server.stop('SIGTERM');
  expect(await server.ended).toBe('exit code 0');
  const spans = collector.spans();
  expect(spans.map((span) => pathOf(span, spans))).toContain('POST /api/contact > transaction > job contact_notice');
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(hasLoadedTracing()).toBe(true);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  'a collector that hangs does not keep %s from ending the server cleanly',
  async (signal) => {
    collector.mode = 'hangs';
    await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await contact();
    await server.stop(signal);
    expect(await server.ended).toBe('exit code 0');
  },
);
