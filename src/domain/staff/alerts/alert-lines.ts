import { alertKinds, type AlertKind, type Condition } from './condition.ts';

/** A line of an alert: the new conditions of one kind. */
export interface AlertLine {
  readonly kind: AlertKind;
  readonly count: number;
  /** The beginning of the oldest condition. */
  readonly since: Date;
  /** The earliest deadline of the conditions. */
  readonly dueAt?: Date | undefined;
  /** The page on which the conditions can be resolved. */
  readonly path: string;
}

/** Returns the lines of an alert, in the order of `alertKinds`. */
export const alertLines = (conditions: readonly Condition[]): readonly AlertLine[] =>
  alertKinds.flatMap((kind) => {
    const [first, ...others] = conditions.filter((condition) => condition.kind === kind);
    return first ? [lineOf([first, ...others])] : [];
  });

function lineOf(conditions: readonly [Condition, ...Condition[]]): AlertLine {
  const [{ kind, since, donationId }] = conditions;
  const isOne = conditions.length === 1;
  return {
    kind,
    count: conditions.length,
    since: conditions.map((condition) => condition.since).reduce(earlier, since),
    dueAt: conditions.map(({ dueAt }) => dueAt).reduce(earlier, undefined),
    path: isOne && donationId !== undefined ? `/admin/donations/${donationId}` : alertPaths[kind],
  };
}

const earlier = <Instant extends Date | undefined>(one: Instant, other: Instant): Instant =>
  other === undefined || (one !== undefined && one <= other) ? one : other;

const alertPaths: Readonly<Record<AlertKind, string>> = {
  deadlines: '/admin/review#disputes',
  disputes: '/admin/review#disputes',
  quarantined: '/admin/review#quarantined',
  differences: '/admin/review#differences',
  balances: '/admin/accounting#balances',
  movements: '/admin/accounting#movements',
  disagreements: '/transparency#audit-heading',
  unknownPayments: '/admin/review#unknown-payments',
  reconciliation: '/admin/review#reconciliation',
  lostPlans: '/admin/review#lost-plans',
  heldEmails: '/admin/review#restore',
  deadJobs: '/admin/review#jobs',
  rates: '/admin/rates#present-rates',
  waitingRates: '/admin/rates#daily-fetch',
  failedFetches: '/admin/rates#daily-fetch',
  newsletters: '/admin/newsletter#newsletters',
  webhooks: '/admin/integrations#webhooks',
};
