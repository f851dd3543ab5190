import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { mailLanes } from '#server/outbox/mail-lanes.ts';

/** Measurements of the running server, for monitoring. No label contains personal data. */
export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  readonly checkouts: Counter<'outcome'>;
  readonly paymentEvents: Counter<'provider' | 'kind' | 'outcome'>;
  readonly declines: Counter<'provider'>;
  readonly closedSubjects: Counter;
  readonly declineAlarm: Gauge;
  readonly webhooksRefused: Counter<'provider' | 'reason'>;
  readonly reconciliations: Counter<'scope' | 'outcome'>;
  readonly missingPermissions: Counter<'provider' | 'permission'>;
  readonly outboxJobs: Counter<'kind' | 'outcome'>;
  readonly mailWaiting: Gauge<'lane'>;
  readonly mailOldestSeconds: Gauge<'lane'>;
}

/** A new set of metrics. `hasProcessMetrics` adds memory, processor and event loop; only one set per process may have them. */
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
      help: 'Checkouts requested, by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    paymentEvents: new Counter({
      name: 'payment_events_total',
      help: 'Payment events by outcome; quarantined ones need review',
      labelNames: ['provider', 'kind', 'outcome'],
      registers: [registry],
    }),
    ...declineMetrics(registry),
    webhooksRefused: new Counter({
      name: 'webhooks_refused_total',
      help: 'Webhooks that are not genuine, by reason',
      labelNames: ['provider', 'reason'],
      registers: [registry],
    }),
    ...reconciliationMetrics(registry),
    outboxJobs: new Counter({
      name: 'outbox_jobs_total',
      help: 'Outbox jobs by outcome; dead ones need review',
      labelNames: ['kind', 'outcome'],
      registers: [registry],
    }),
    ...mailMetrics(registry),
  };
}

/** Their series exist from the start, so that an alarm can tell no email from no measurement. */
function mailMetrics(registry: Registry): Pick<Metrics, 'mailWaiting' | 'mailOldestSeconds'> {
  const mailWaiting = new Gauge({
    name: 'mail_waiting',
    help: 'Emails that are due and not sent yet, by lane; every process reports those of all',
    labelNames: ['lane'],
    registers: [registry],
  });
  const mailOldestSeconds = new Gauge({
    name: 'mail_oldest_seconds',
    help: 'How long the oldest email that is due has waited, by lane; 0 when none is due',
    labelNames: ['lane'],
    registers: [registry],
  });
  for (const gauge of [mailWaiting, mailOldestSeconds]) for (const lane of mailLanes) gauge.set({ lane }, 0);
  return { mailWaiting, mailOldestSeconds };
}

const declineMetrics = (registry: Registry): Pick<Metrics, 'declines' | 'closedSubjects' | 'declineAlarm'> => ({
  declines: new Counter({
    name: 'payment_declines_total',
    help: 'Cards and accounts that a provider declined on a payment page',
    labelNames: ['provider'],
    registers: [registry],
  }),
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
  reconciliations: new Counter({
    name: 'reconciliations_total',
    help: 'Reconciliations by outcome; different ones need review',
    labelNames: ['scope', 'outcome'],
    registers: [registry],
  }),
  missingPermissions: new Counter({
    name: 'missing_permissions_total',
    help: 'Reconciliations in which our key lacked a permission at a provider',
    labelNames: ['provider', 'permission'],
    registers: [registry],
  }),
});
