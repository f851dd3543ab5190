import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/db/in-transaction.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { postText } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { startCollector, type Collector } from '#test/support/tracing/collector.ts';
import type { ReceivedSpan } from '#test/support/tracing/read-spans.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';
const sampled = `00-${traceId}-${spanId}-01`;
const notSampled = `00-${traceId}-${spanId}-00`;
const forwarded = { 'x-forwarded-for': '203.0.113.9' };

forEachDatabase((engine) => {
  describe('the trace of a request', () => {
    let collector: Collector;
    let app: TestApp;
    const start = async (environment: Readonly<Record<string, string>>): Promise<void> => {
      app = await startApp(engine, { environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...environment } });
    };
    const sent = async (): Promise<ReceivedSpan[]> => {
      await app.deps.tracing?.close();
      return collector.spans();
    };
    const ask = (headers: Readonly<Record<string, string>>) => app.server.inject({ url: '/api/user', headers });
    /** Enqueues a job. */
    const contact = (headers: Readonly<Record<string, string>>) =>
      postText(
        app,
        '/api/contact',
        JSON.stringify({ name: 'Noor', email: 'noor@example.org', message: 'How are you today?', subject: 'Hello' }),
        headers,
      );
    const enqueued = () => app.deps.db.read.selectFrom('outbox').select(['kind', 'traceparent']).execute();

    beforeEach(async () => {
      collector = await startCollector();
    });
    afterEach(async () => {
      await app.close();
      await collector.close();
    });

    test('continues the trace of a trusted proxy', async () => {
      await start({ TRUST_PROXY: 'loopback' });
      await ask({ ...forwarded, traceparent: sampled });
      expect(await sent()).toMatchObject([{ name: 'GET /api/user', traceId, parentId: spanId }]);
    });

    test.each<[string, Record<string, string>, Record<string, string>]>([
      ['without a trusted proxy', {}, { ...forwarded, traceparent: sampled }],
      ['past the proxy', { TRUST_PROXY: '10.0.0.1' }, { ...forwarded, traceparent: sampled }],
      ['from the proxy itself', { TRUST_PROXY: 'loopback' }, { traceparent: sampled }],
      ['with a malformed header', { TRUST_PROXY: 'loopback' }, { ...forwarded, traceparent: 'mine' }],
      ['without the header', { TRUST_PROXY: 'loopback' }, forwarded],
    ])('is new %s', async (_where, environment, headers) => {
      await start(environment);
      await ask(headers);
      const [span, ...others] = await sent();
      expect(others).toEqual([]);
      expect(span).toMatchObject({ name: 'GET /api/user', parentId: undefined });
      expect(span?.traceId).not.toBe(traceId);
    });

    test('continues in the job that the request enqueues', async () => {
      await start({ TRUST_PROXY: 'loopback' });
      expect((await contact({ ...forwarded, traceparent: sampled })).statusCode).toBe(200);
      const spans = await sent();
      const transaction = spans.find(({ name }) => name === 'transaction');
      expect(await enqueued()).toEqual([
        { kind: 'contact_notice', traceparent: `00-${traceId}-${transaction?.spanId}-01` },
      ]);
    });

    test('that is not recorded is not recorded in its job either', async () => {
      await start({ TRUST_PROXY: 'loopback' });
      await contact({ ...forwarded, traceparent: notSampled });
      expect(await enqueued()).toEqual([
        { kind: 'contact_notice', traceparent: expect.stringMatching(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`)) },
      ]);
      const handlers = { contact_notice: async () => undefined };
      expect(await workOutbox(app.deps, handlers)).toMatchObject({ done: 1 });
      expect(await sent()).toEqual([]);
    });

    test('begins with a job that no request enqueued', async () => {
      await start({});
      const job = { kind: 'staff_alert', dedupeKey: 'alert', payload: {} } as const;
      await inTransaction(app.deps.db, (tx) => enqueue(app.deps, tx, job));
      expect(await enqueued()).toEqual([{ kind: 'staff_alert', traceparent: null }]);
      const fails = { staff_alert: async () => Promise.reject(new Error('no response from noor@example.org')) };
      expect(await workOutbox(app.deps, fails)).toMatchObject({ postponed: 1 });
      expect((await sent()).find(({ name }) => name === 'job staff_alert')).toMatchObject({
        parentId: undefined,
        isFailed: true,
        attributes: { 'job.outcome': 'postponed', 'error.type': 'postponed' },
      });
    });

    test('is recorded by the sampler always_on, even if its caller does not record it', async () => {
      await start({ TRUST_PROXY: 'loopback', OTEL_TRACES_SAMPLER: 'always_on' });
      await contact({ ...forwarded, traceparent: notSampled });
      expect((await sent()).map((span) => span.traceId)).toContain(traceId);
    });

    test.each(['always_off', 'traceidratio'])('is not recorded by the sampler %s', async (sampler) => {
      await start({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: '0' });
      expect((await contact({})).statusCode).toBe(200);
      expect(await sent()).toEqual([]);
    });
  });
});
