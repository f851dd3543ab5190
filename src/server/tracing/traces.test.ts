import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { postCheckout } from '#test/support/app/call-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { payWithPayPal } from '#test/support/payments/paypal-calls.ts';
import type { ReceivedSpan } from '#test/support/tracing/read-spans.ts';
import { pathOf, startTracedWorld, traceOf, type TracedWorld } from '#test/support/tracing/traced-world.ts';

const checkout = 'POST /api/create-checkout-session';
const webhook = 'POST /api/webhooks/stripe';
const pathsIn = (trace: readonly ReceivedSpan[]): string[] => trace.map((span) => pathOf(span, trace));

forEachDatabase((engine) => {
  describe('with a collector', () => {
    let world: TracedWorld;
    const spanNamed = (name: string, spans: readonly ReceivedSpan[]): ReceivedSpan => {
      const found = spans.find((span) => span.name === name);
      if (!found) throw new Error(`no span is called ${name}`);
      return found;
    };

    beforeEach(async () => {
      world = await startTracedWorld(engine, {
        OTEL_SERVICE_NAME: 'donations',
        OTEL_RESOURCE_ATTRIBUTES: 'zone=north',
      });
    });
    afterEach(() => world.close());

    test('a checkout is one trace with its statements and the call to the provider', async () => {
      await world.openCheckout();
      const trace = traceOf(checkout, await world.spans());
      expect(pathsIn(trace)).toEqual(
        expect.arrayContaining([
          checkout,
          `${checkout} > transaction > insert donation_intents`,
          `${checkout} > transaction > insert checkout_subjects`,
          `${checkout} > POST /v1/checkout/sessions`,
          `${checkout} > update donation_intents`,
        ]),
      );
      expect(spanNamed(checkout, trace)).toMatchObject({
        kind: 2,
        isFailed: false,
        attributes: {
          'http.request.method': 'POST',
          'http.route': '/api/create-checkout-session',
          'http.response.status_code': 200,
          'request.id': expect.stringMatching(/^req_/),
        },
        resource: { 'service.name': 'donations', zone: 'north' },
      });
      expect(spanNamed('POST /v1/checkout/sessions', trace)).toMatchObject({
        kind: 3,
        attributes: {
          'http.request.method': 'POST',
          'server.address': '127.0.0.1',
          'url.template': '/v1/checkout/sessions',
          'http.response.status_code': 200,
        },
      });
      expect(spanNamed('insert donation_intents', trace)).toMatchObject({
        kind: 3,
        attributes: {
          'db.system.name': engine === 'sqlite' ? 'sqlite' : 'postgresql',
          'db.query.text': expect.stringMatching(
            engine === 'sqlite' ? /^insert into "donation_intents".* values \(\?, \?,/ : / values \(\$1, \$2,/,
          ),
        },
      });
    });

    test('a settlement is one trace: the webhook, its transaction with its statements, and the receipt', async () => {
      await world.pay();
      await world.deliverMails();
      const spans = await world.spans();
      const job = spanNamed('job receipt', spans);
      const trace = spans.filter(({ traceId }) => traceId === job.traceId);
      expect(pathsIn(trace)).toEqual(
        expect.arrayContaining([
          webhook,
          `${webhook} > transaction`,
          `${webhook} > transaction > begin`,
          `${webhook} > transaction > insert donations`,
          `${webhook} > transaction > insert ledger_entries`,
          `${webhook} > transaction > insert outbox`,
          `${webhook} > transaction > commit`,
          `${webhook} > transaction > job receipt`,
          `${webhook} > transaction > job receipt > update outbox`,
        ]),
      );
      expect(job).toMatchObject({
        kind: 5,
        isFailed: false,
        attributes: { 'job.kind': 'receipt', 'job.attempt': 1, 'job.outcome': 'done' },
      });
    });

    test('every attempt of a job belongs to the trace in which it was enqueued', async () => {
      await world.pay();
      const jobs = world.app.deps.db.write.updateTable('outbox').where('kind', '=', 'receipt');
      await jobs.set({ attempts: 3 }).execute();
      await world.deliverMails();
      await jobs.set({ status: 'waiting' }).execute();
      await world.deliverMails();
      const spans = await world.spans();
      const attempts = spans.filter(({ name }) => name === 'job receipt');
      expect(attempts.map(({ attributes }) => attributes['job.attempt'])).toEqual([4, 5]);
      expect(new Set(attempts.map(({ traceId, parentId }) => `${traceId} ${parentId}`)).size).toBe(1);
    });

    test('calls to PayPal are spans, with paths that name no order', async () => {
      const orderId = await payWithPayPal(world);
      const spans = await world.spans();
      const calls = spans.filter(({ attributes }) => 'url.template' in attributes);
      expect(calls.map((span) => [pathOf(span, spans), span.attributes['http.response.status_code']])).toEqual(
        expect.arrayContaining([
          ['POST /paypal/order > POST /v1/oauth2/token', 200],
          ['POST /paypal/order > POST /v2/checkout/orders', 200],
          ['POST /paypal/order/:orderId/capture > POST /v2/checkout/orders/:id/capture', 201],
        ]),
      );
      expect(calls.filter((span) => JSON.stringify(span).includes(orderId))).toEqual([]);
    });

    test('a call that the provider refuses is marked as failed, and so is the request', async () => {
      await world.control.armApiFault({ kind: 'status', status: 503, method: 'POST', times: 4 });
      expect((await postCheckout(world.app, checkoutBody())).statusCode).toBe(503);
      const trace = traceOf(checkout, await world.spans());
      const failed = trace.filter(({ isFailed }) => isFailed);
      expect(failed.map(({ name, attributes }) => [name, attributes['error.type']])).toEqual([
        ...Array.from({ length: 4 }, () => ['POST /v1/checkout/sessions', '503']), // two of ours, and the SDK repeats each
        [checkout, '503'],
      ]);
    });

    test('requests of monitoring and background work are not recorded', async () => {
      for (const path of ['/healthz', '/readyz', '/metrics']) await world.app.server.inject(path);
      await world.deliverMails();
      expect(await world.spans()).toEqual([]);
    });

    test('simultaneous requests keep their spans apart', async () => {
      await Promise.all(Array.from({ length: 8 }, () => world.openCheckout()));
      const spans = await world.spans();
      const traces = Map.groupBy(spans, ({ traceId }) => traceId);
      expect(traces.size).toBe(8);
      const [first = [], ...others] = [...traces.values()].map((trace) => pathsIn(trace).toSorted());
      for (const paths of others) expect(paths).toEqual(first);
    });
  });
});
