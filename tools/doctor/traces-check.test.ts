import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { startCollector, type Collector } from '#test/support/tracing/collector.ts';
import { findFreePort } from '../provision/free-port.ts';
import { checkTraces } from './traces-check.ts';

let collector: Collector;
const check = (endpoint: string | undefined) =>
  checkTraces(
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20key-1' }),
  );

beforeEach(async () => {
  collector = await startCollector();
});
afterEach(() => collector.close());

test('without an endpoint, the doctor says nothing about traces', async () => {
  expect(await check(undefined)).toEqual([]);
});

test('a collector that accepts traces is fine, and receives none', async () => {
  expect(await check(collector.url)).toMatchObject([{ level: 'ok' }]);
  expect(collector.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/v1/traces', 'Bearer key-1'],
  ]);
  expect(collector.spans()).toEqual([]);
});

test('a collector that refuses the key or does not know the path is a warning', async () => {
  collector.mode = 401;
  expect(await check(collector.url)).toMatchObject([
    { level: 'warning', text: expect.stringMatching(/responds with status 401\. Check OTEL_EXPORTER_OTLP_HEADERS\.$/) },
  ]);
  collector.mode = 404;
  expect(await check(collector.url)).toMatchObject([
    {
      level: 'warning',
      text: expect.stringMatching(/responds with status 404\. Check OTEL_EXPORTER_OTLP_ENDPOINT\.$/),
    },
  ]);
});

test('a collector that does not respond is a warning', async () => {
  expect(await check(`http://127.0.0.1:${await findFreePort()}`)).toMatchObject([
    { level: 'warning', text: expect.stringMatching(/does not respond \(ECONNREFUSED\)/) },
  ]);
});
