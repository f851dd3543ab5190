import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** Figures about the running server, for an operator's monitoring. No label carries anything about a person. */
export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  readonly checkouts: Counter<'outcome'>;
  readonly paymentEvents: Counter<'provider' | 'kind' | 'outcome'>;
  readonly reconciliations: Counter<'scope' | 'outcome'>;
  readonly outboxJobs: Counter<'kind' | 'outcome'>;
}

/** A fresh set of metrics. `hasProcessMetrics` adds memory, processor and event loop, once a process. */
export function createMetrics(hasProcessMetrics: boolean): Metrics {
  const registry = new Registry();
  if (hasProcessMetrics) collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_seconds',
      help: 'Time from request to answer, by route pattern',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
    checkouts: new Counter({
      name: 'checkouts_total',
      help: 'Checkouts asked for, by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    paymentEvents: new Counter({
      name: 'payment_events_total',
      help: 'Payment events by what became of them; quarantined ones need a person',
      labelNames: ['provider', 'kind', 'outcome'],
      registers: [registry],
    }),
    reconciliations: new Counter({
      name: 'reconciliations_total',
      help: 'Comparisons with the provider, by outcome; different ones need a person',
      labelNames: ['scope', 'outcome'],
      registers: [registry],
    }),
    outboxJobs: new Counter({
      name: 'outbox_jobs_total',
      help: 'Outbox jobs by what became of them; dead ones need a person',
      labelNames: ['kind', 'outcome'],
      registers: [registry],
    }),
  };
}
