import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseConfig, type TracingConfig } from '#server/config/config.ts';
import type { Tracing } from '#server/ports/tracing.ts';
import { startCollector, type Collector } from '#test/support/tracing/collector.ts';
import { startTracing } from './start-tracing.ts';

const details = { name: 'work', kind: 'internal', attributes: {} } as const;
const lossBegins = { level: 40, msg: 'traces are being lost' };
const lossEnds = { level: 30, msg: 'traces arrive at the collector again' };
const quick = { queueMax: 8, batchMax: 4, delayMs: 10, timeoutMs: 60_000, flushMs: 60_000 };

describe('the queue of spans', () => {
  let collector: Collector;
  let logged: Record<string, unknown>[];
  let tracing: Tracing;
  const target = (url: string): TracingConfig => {
    const { tracing: config } = parseConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20key-1,x-tenant=a=b',
    });
    if (!config) throw new Error('tracing is off');
    return config;
  };
  const start = (limits: Parameters<typeof startTracing>[2], url = collector.url): void => {
    const write = (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>);
    tracing = startTracing(target(url), pino({ level: 'info' }, { write }), limits);
  };
  const record = (count = 1): void => {
    for (let made = 0; made < count; made += 1) tracing.beginRequest(details, undefined).end();
  };
  const logLines = () => logged.map(({ level, msg }) => ({ level, msg }));

  beforeEach(async () => {
    logged = [];
    collector = await startCollector();
  });
  afterEach(() => collector.close());

  test('sends spans in batches to the traces path, with the configured headers', async () => {
    start(quick);
    record(6);
    await tracing.close();
    expect(collector.requests.map(({ path, headers }) => [path, headers.authorization, headers['x-tenant']])).toEqual(
      Array.from({ length: 2 }, () => ['/v1/traces', 'Bearer key-1', 'a=b']),
    );
    expect(collector.spans()).toHaveLength(6);
    expect(logged).toEqual([]);
  });

  test('sends an incomplete batch after its delay', async () => {
    start(quick);
    record();
    await collector.received(1);
    expect(collector.spans()).toHaveLength(1);
    await tracing.close();
  });

  test('says once that a collector is too slow, keeps only what fits, and says once that traces arrive again', async () => {
    start(quick);
    collector.mode = 'hangs';
    record(4);
    await collector.received(1);
    record(1000); // 8 fit
    expect(logLines()).toEqual([lossBegins]);
    expect(logged[0]).toMatchObject({ problem: 'the collector is too slow' });
    collector.release();
    await tracing.close();
    expect(collector.spans()).toHaveLength(12);
    expect(logLines()).toEqual([lossBegins, lossEnds]);
  });

  test('says once that a collector refuses spans, and once that it accepts them again', async () => {
    start(quick);
    collector.mode = 401;
    for (let batch = 1; batch <= 3; batch += 1) {
      record(4);
      await collector.received(batch);
    }
    collector.mode = 200;
    record(4);
    await collector.received(4);
    await tracing.close();
    expect(logLines()).toEqual([lossBegins, lossEnds]);
    expect(logged[0]).toMatchObject({ problem: 'Unauthorized' });
    expect(JSON.stringify(logged)).not.toContain('key-1');
  });

  test('says once that no collector can be reached', async () => {
    const gone = await startCollector();
    await gone.close();
    start({ ...quick, timeoutMs: 1 }, gone.url);
    record(1000);
    await tracing.close();
    expect(logLines()).toEqual([lossBegins]);
  });

  test('closes within its time limit when the collector does not respond', async () => {
    start({ ...quick, flushMs: 10 });
    collector.mode = 'hangs';
    record();
    await tracing.close();
    await collector.received(1);
    expect(collector.requests).toHaveLength(1);
  });
});
