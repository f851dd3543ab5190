import { jobKinds, type JobKind } from '#server/db/tables.ts';

/**
 * The lanes of emails that wait for each other. Lanes send independently, so that a flood in one delays no other. Emails that a
 * stranger can request for any address have lanes to themselves.
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
 * Webhooks have a lane too, because their receivers may be slow, and so do the plans of a retired charity, because there are
 * many at once.
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
  arrival: 'arrivals', // a payout can have thousands of donors
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

/** The kinds of jobs in a lane; for undefined, the kinds without a lane. */
export const kindsIn = (lane: Lane | undefined): readonly JobKind[] => jobKinds.filter((kind) => laneOf[kind] === lane);

export const mailKinds: readonly JobKind[] = mailLanes.flatMap(kindsIn);
