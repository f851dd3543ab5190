import { Gauge, type Registry } from 'prom-client';
import { reviewKinds } from '#contract/admin/today.ts';
import { mailLanes } from '#server/outbox/mail-lanes.ts';

/** Lanes of jobs that are not emails. */
export const jobLanes = ['webhooks', 'charities', 'providers'] as const;

const openStatuses = ['pending', 'processing'] as const;
const connectionStates = ['open', 'idle', 'waiting'] as const;

/**
 * The state of the whole installation and this process's connections to its database, measured by each process every 15 seconds;
 * the share of declines every minute.
 */
export type Gauges = ReturnType<typeof createGauges>;

/** Every series exists from the start, so that an alert can tell zero from a missing measurement. */
export function createGauges(registry: Registry) {
  const single = singleIn(registry);
  const labeled = <Label extends string>(name: string, help: string, label: Label, values: readonly string[]) => {
    const created = new Gauge<Label>({ name, help, labelNames: [label], registers: [registry] });
    for (const value of values) created.labels(value).set(0);
    return created;
  };
  return {
    mailWaiting: labeled('mail_waiting', 'Emails that are due and not sent yet, by lane', 'lane', mailLanes),
    mailOldestSeconds: labeled(
      'mail_oldest_seconds',
      'How long the oldest email that is due has waited, by lane; 0 when none is due',
      'lane',
      mailLanes,
    ),
    jobsWaiting: labeled('jobs_waiting', 'Jobs other than emails that are due, by lane', 'lane', jobLanes),
    jobsOldestSeconds: labeled(
      'jobs_oldest_seconds',
      'How long the oldest job other than emails that is due has waited, by lane; 0 when none is due',
      'lane',
      jobLanes,
    ),
    paymentsOpen: labeled('payments_open', 'Payments that are not decided yet, by status', 'status', openStatuses),
    paymentsOldestSeconds: labeled(
      'payments_oldest_seconds',
      'Age of the oldest payment that is not decided yet, by status; 0 without one',
      'status',
      openStatuses,
    ),
    reviewItems: labeled('review_items', 'What needs review, by kind', 'kind', reviewKinds),
    ...createTimestamps(registry),
    databaseConnections: labeled(
      'database_connections',
      'Connections to PostgreSQL: open and idle ones, and callers who wait for one',
      'state',
      connectionStates,
    ),
    declineRatio: single(
      'decline_ratio',
      'Share of the payments of the last 15 minutes that were declined, 0 to 1; 0 without any',
    ),
  };
}

/** Returns a function that creates gauges without labels. */
const singleIn = (registry: Registry) => (name: string, help: string) =>
  new Gauge({ name, help, registers: [registry] });

/** The time when something last happened, in seconds since 1970. */
function createTimestamps(registry: Registry) {
  const single = singleIn(registry);
  return {
    measuredTimestamp: single(
      'state_measured_timestamp_seconds',
      'When this process last read the state of the installation from the database; 0 before the first time',
    ),
    reconciledTimestamp: single(
      'reconciled_timestamp_seconds',
      'When the last daily reconciliation that reached every provider finished, whatever it found; 0 before the first',
    ),
    ratesTimestamp: single('rates_timestamp_seconds', 'The day of the oldest exchange rate'),
    backupTimestamp: single(
      'backup_timestamp_seconds',
      'When the newest backup was made; 0 without one in the last 90 days',
    ),
    backupCheckedTimestamp: single(
      'backup_checked_timestamp_seconds',
      'When the newest backup was made that was restored and found correct; 0 without one in the last 90 days',
    ),
  };
}
