import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import { createGauges, type Gauges } from './gauges.ts';

/** Measurements of the running server, for monitoring. No label contains personal data. */
export interface Metrics extends Gauges {
  readonly registry: Registry;
  /** The response of `/metrics`. */
  readonly read: () => Promise<string>;
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  readonly requestsRefused: Counter<'kind'>;
  readonly checkouts: Counter<'outcome'>;
  readonly paymentEvents: Counter<'provider' | 'kind' | 'outcome'>;
  readonly declines: Counter<'provider'>;
  readonly closedSubjects: Counter;
  readonly declineAlarm: Gauge;
  readonly webhooksRefused: Counter<'provider' | 'reason'>;
  readonly reconciliations: Counter<'scope' | 'outcome'>;
  readonly missingPermissions: Counter<'provider' | 'permission'>;
  readonly outboxJobs: Counter<'kind' | 'outcome'>;
}

/** Creates metrics. `hasProcessMetrics` adds memory, processor and event loop; only one set per process may have them. */
export function createMetrics(hasProcessMetrics: boolean): Metrics {
  const registry = new Registry();
  if (hasProcessMetrics) collectDefaultMetrics({ register: registry });
  return {
    registry,
    read: () => registry.metrics(),
    requests: new Histogram({
      name: 'http_request_seconds',
      help: 'Time from request to response, by route pattern',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
    requestsRefused: withSeries(
      new Counter({
        name: 'requests_refused_total',
        help: 'Requests refused because the process serves as many as it may, by kind',
        labelNames: ['kind'],
        registers: [registry],
      }),
      [{ kind: 'settlement' }, { kind: 'checkout' }, { kind: 'other' }],
    ),
    ...paymentMetrics(registry),
    ...declineMetrics(registry),
    webhooksRefused: withSeries(
      new Counter({
        name: 'webhooks_refused_total',
        help: 'Webhooks refused because they are not genuine, or too many to verify, by reason',
        labelNames: ['provider', 'reason'],
        registers: [registry],
      }),
      providers.map((provider) => ({ provider, reason: 'signature' })),
    ),
    ...reconciliationMetrics(registry),
    outboxJobs: new Counter({
      name: 'outbox_jobs_total',
      help: 'Outbox jobs by outcome; dead ones need review',
      labelNames: ['kind', 'outcome'],
      registers: [registry],
    }),
    ...createGauges(registry),
  };
}

const paymentMetrics = (registry: Registry): Pick<Metrics, 'checkouts' | 'paymentEvents'> => ({
  checkouts: withSeries(
    new Counter({
      name: 'checkouts_total',
      help: 'Checkouts requested, by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    [{ outcome: 'opened' }, { outcome: 'provider_unavailable' }],
  ),
  paymentEvents: withSeries(
    new Counter({
      name: 'payment_events_total',
      help: 'Payment events by outcome; quarantined ones need review',
      labelNames: ['provider', 'kind', 'outcome'],
      registers: [registry],
    }),
    providers.flatMap((provider) => [
      { provider, kind: 'settled', outcome: 'settled' },
      { provider, kind: 'settled', outcome: 'quarantined' },
    ]),
  ),
});

const declineMetrics = (registry: Registry): Pick<Metrics, 'declines' | 'closedSubjects' | 'declineAlarm'> => ({
  declines: withSeries(
    new Counter({
      name: 'payment_declines_total',
      help: 'Cards and accounts that a provider declined on a payment page',
      labelNames: ['provider'],
      registers: [registry],
    }),
    providers.map((provider) => ({ provider })),
  ),
  closedSubjects: new Counter({
    name: 'checkouts_closed_total',
    help: 'Addresses, browsers and accounts closed to new checkouts after too many declines',
    registers: [registry],
  }),
  declineAlarm: new Gauge({
    name: 'decline_alarm',
    help: '1 while too many payments of the last 15 minutes were declined; needs review',
    registers: [registry],
  }),
});

const reconciliationMetrics = (registry: Registry): Pick<Metrics, 'reconciliations' | 'missingPermissions'> => ({
  reconciliations: withSeries(
    new Counter({
      name: 'reconciliations_total',
      help: 'Reconciliations by outcome; different ones need review',
      labelNames: ['scope', 'outcome'],
      registers: [registry],
    }),
    ['open', 'recent'].flatMap((scope) => ['clean', 'different', 'unavailable'].map((outcome) => ({ scope, outcome }))),
  ),
  missingPermissions: new Counter({
    name: 'missing_permissions_total',
    help: 'Reconciliations in which our key lacked a permission at a provider',
    labelNames: ['provider', 'permission'],
    registers: [registry],
  }),
});

const providers: readonly PaymentProvider[] = ['stripe', 'paypal'];

/** Begins series at 0: the first increase of a series that did not exist before is invisible to an alert. */
function withSeries<Label extends string>(
  counter: Counter<Label>,
  series: readonly Readonly<Record<Label, string>>[],
): Counter<Label> {
  for (const labels of series) counter.inc(labels, 0);
  return counter;
}
