import { Gauge, type Registry } from 'prom-client';
import { reviewKinds } from '#contract/admin/today.ts';
import { mailLanes } from '#server/outbox/mail-lanes.ts';

/** Lanes of jobs that are not emails. */
export const jobLanes = ['webhooks', 'providers'] as const;

const openStatuses = ['pending', 'processing'] as const;
const connectionStates = ['open', 'idle', 'waiting'] as const;

/** The state of the whole installation, measured by each process every 15 seconds. */
export type Gauges = ReturnType<typeof createGauges>;

/** Every series exists from the start, so that an alarm can tell nothing from no measurement. */
export function createGauges(registry: Registry) {
  const gauge = <Label extends string>(name: string, help: string, label?: Label, values: readonly string[] = []) => {
    const labelNames = label === undefined ? [] : [label];
    const created = new Gauge<Label>({ name, help, labelNames, registers: [registry] });
    for (const value of values) created.set({ [label ?? '']: value } as Record<Label, string>, 0);
    return created;
  };
  return {
    mailWaiting: gauge('mail_waiting', 'Emails that are due and not sent yet, by lane', 'lane', mailLanes),
    mailOldestSeconds: gauge(
      'mail_oldest_seconds',
      'How long the oldest email that is due has waited, by lane; 0 when none is due',
      'lane',
      mailLanes,
    ),
    jobsWaiting: gauge('jobs_waiting', 'Jobs besides emails that are due, by lane', 'lane', jobLanes),
    jobsOldestSeconds: gauge(
      'jobs_oldest_seconds',
      'How long the oldest job besides emails has waited, by lane; 0 when none is due',
      'lane',
      jobLanes,
    ),
    paymentsOpen: gauge('payments_open', 'Payments that are not decided yet, by status', 'status', openStatuses),
    paymentsOldestSeconds: gauge(
      'payments_oldest_seconds',
      'Age of the oldest payment that is not decided yet, by status; 0 without one',
      'status',
      openStatuses,
    ),
    reviewItems: gauge('review_items', 'What needs review on /admin/review, by kind', 'kind', reviewKinds),
    reconciledTimestamp: gauge(
      'reconciled_timestamp_seconds',
      'When everything was last compared with the providers without a difference; 0 before the first time',
    ),
    ratesTimestamp: gauge('rates_timestamp_seconds', 'The day of the oldest exchange rate'),
    backupTimestamp: gauge(
      'backup_timestamp_seconds',
      'When the newest backup was made; 0 without one in the last 90 days',
    ),
    backupCheckedTimestamp: gauge(
      'backup_checked_timestamp_seconds',
      'When the newest backup was made that was restored and found correct; 0 without one in the last 90 days',
    ),
    databaseConnections: gauge(
      'database_connections',
      'Connections to PostgreSQL: open and idle ones, and callers who wait for one',
      'state',
      connectionStates,
    ),
    declineRatio: gauge('decline_ratio', 'Declined among all payments of the last 15 minutes, 0 to 1; 0 without any'),
  };
}
