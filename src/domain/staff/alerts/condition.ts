import { hasRight, type StaffRole } from '../rights.ts';

/**
 * The kinds of conditions that staff are alerted about, the most urgent first. `deadlines`: disputes whose evidence is due soon.
 * `rates`: exchange rates that are too old. `waitingRates`: fetched rates that someone must confirm. `failedFetches`: rates that
 * could not be fetched for a day. `newsletters`: newsletters that the product paused. `webhooks`: endpoints that were switched
 * off. `disagreements`: what the self-audit found. The other kinds are counted on Today.
 */
export const alertKinds = [
  'deadlines',
  'disputes',
  'quarantined',
  'differences',
  'balances',
  'movements',
  'disagreements',
  'unknownPayments',
  'reconciliation',
  'lostPlans',
  'heldEmails',
  'deadJobs',
  'rates',
  'waitingRates',
  'failedFetches',
  'newsletters',
  'webhooks',
] as const;

export type AlertKind = (typeof alertKinds)[number];

/** Something that staff are alerted about when it begins, and not again while it lasts. */
export interface Condition {
  /** Identifies the condition as long as it lasts, such as `dispute:stripe:dp_1`. */
  readonly key: string;
  readonly kind: AlertKind;
  readonly since: Date;
  /** The deadline for the evidence in a dispute. */
  readonly dueAt?: Date | undefined;
  /** The donation that the condition is about, if it is known. */
  readonly donationId?: string | undefined;
}

/** Returns true if a role is alerted: only Owners about dead jobs and webhooks, otherwise the roles that can resolve the kind. */
export function isAlertedAbout(role: StaffRole | null, kind: AlertKind): boolean {
  if (kind === 'deadJobs' || kind === 'webhooks') return role === 'owner';
  return hasRight(role, kind === 'newsletters' ? 'editContent' : 'resolveReview');
}

/** Adds a reminder for each dispute whose evidence is due within 48 hours. */
export const withReminders = (conditions: readonly Condition[], now: Date): readonly Condition[] => [
  ...conditions,
  ...conditions
    .filter((condition) => condition.kind === 'disputes' && isDueSoon(condition, now))
    .map((dispute): Condition => ({ ...dispute, kind: 'deadlines', key: reminderKey(dispute) })),
];

const isDueSoon = ({ dueAt }: Condition, now: Date): boolean =>
  dueAt !== undefined && dueAt > now && dueAt.getTime() - now.getTime() <= reminderMs;

const reminderMs = 48 * 60 * 60 * 1000;

const reminderKey = ({ key }: Condition): string => `deadline:${key}`;

/** Leaves out the disputes that also have a reminder. */
export function withoutRemindedDisputes(conditions: readonly Condition[]): readonly Condition[] {
  const reminders = new Set(conditions.filter(({ kind }) => kind === 'deadlines').map(({ key }) => key));
  return conditions.filter((condition) => condition.kind !== 'disputes' || !reminders.has(reminderKey(condition)));
}
