import { jobKinds, type JobKind } from '#server/db/tables.ts';

/**
 * The lanes of emails. Emails of one lane wait for each other; lanes send independently, so that a flood in one delays no other.
 * Emails that a stranger can request for any address have their own lanes.
 */
export const mailLanes = [
  'passwords',
  'confirmations',
  'receipts',
  'alerts',
  'notices',
  'arrivals',
  'newsletter',
  'bulk',
] as const;

export type MailLane = (typeof mailLanes)[number];

/**
 * All lanes. Webhooks have a lane because their receivers may be slow. The plans of a retired charity have a lane because there
 * are many at the same time.
 */
export type Lane = MailLane | 'webhooks' | 'charities';

/** The lane of each kind of job; undefined for jobs that involve only us and our providers. */
const laneOf: Readonly<Record<JobKind, Lane | undefined>> = {
  reset_password: 'passwords',
  confirm_email: 'confirmations',
  change_email: 'confirmations',
  receipt: 'receipts',
  staff_alert: 'alerts',
  email_changed: 'notices',
  password_changed: 'notices',
  donors_merged: 'notices',
  staff_invitation: 'notices',
  contact_notice: 'notices',
  contact_reply: 'notices',
  reversal: 'notices',
  arrival: 'arrivals', // separate, because a payout can have thousands of donors
  plan_ended: 'notices',
  plan_changed: 'notices',
  choose_charity: 'notices',
  renewal_failed: 'notices',
  renewal_notice: 'notices',
  newsletter_confirmation: 'newsletter',
  newsletter_test: 'notices',
  newsletter: 'bulk',
  announce_arrival: undefined,
  refund_payment: undefined,
  cancel_plan: undefined,
  follow_charity: 'charities',
  capture_order: undefined,
  fetch_payer: undefined,
  expire_session: undefined,
  announce_event: 'webhooks',
  deliver_webhook: 'webhooks',
};

/** Returns the kinds of jobs in a lane; for undefined, the kinds without a lane. */
export const kindsIn = (lane: Lane | undefined): readonly JobKind[] => jobKinds.filter((kind) => laneOf[kind] === lane);

export const mailKinds: readonly JobKind[] = mailLanes.flatMap(kindsIn);
