import type { TimelineEntry } from '#contract/admin/donations/detail.ts';
import { toDecimal } from '#domain/money/money.ts';
import { staffActions } from '#domain/staff/actions.ts';
import type { Queryable } from '#server/db/database.ts';
import type { DonationIntentRow, OutboxRow } from '#server/db/tables.ts';
import { findRequestedRefunds } from '#server/admin/refunds/queries.ts';
import { earlierOf, findPayouts, findPostings, findReversalEvents } from './money-events.ts';

type Payment = Pick<DonationIntentRow, 'id' | 'donation_id' | 'created_at'>;

/**
 * Reads everything that happened to a payment and its donation, oldest first. Providers report whole seconds, and their clocks
 * may differ from ours. So nothing is listed before the checkout, no payment event, refund or dispute after the time when we
 * learned of it, and what happened in the same second is in the order below.
 */
export async function readTimeline(
  db: Queryable,
  payment: Payment,
  charityNames: ReadonlyMap<number, string>,
): Promise<TimelineEntry[]> {
  const opened: TimelineEntry = { kind: 'checkout_opened', id: payment.id, at: payment.created_at };
  const openedAt = Date.parse(payment.created_at);
  const found = [
    [opened],
    await findDeclines(db, payment.id),
    await findPaymentEvents(db, payment.id),
    await findQuarantined(db, payment.id),
    await findRebuilt(db, payment.id),
    await findRefunds(db, payment.donation_id),
    await findReversalEvents(db, payment.id),
    await findPostings(db, payment.id, charityNames),
    await findEmails(db, payment.donation_id),
    await findClaim(db, payment.donation_id),
    await findNotes(db, payment.id),
    await findStaffActions(db, payment.donation_id),
    await findPayouts(db, payment.id),
  ];
  const secondOf = ({ at }: TimelineEntry): number => Math.floor(Math.max(Date.parse(at), openedAt) / 1000);
  return found.flat().toSorted((left, right) => secondOf(left) - secondOf(right));
}

async function findPaymentEvents(db: Queryable, intentId: string): Promise<TimelineEntry[]> {
  const rows = await db.selectFrom('payment_events').selectAll().where('intent_id', '=', intentId).execute();
  return rows.map(({ event_id: id, occurred_at: at, received_at: knownAt, kind: fact }) => ({
    kind: 'payment',
    id,
    at: earlierOf(at, knownAt),
    fact,
  }));
}

async function findDeclines(db: Queryable, intentId: string): Promise<TimelineEntry[]> {
  const rows = await db.selectFrom('declines').selectAll().where('intent_id', '=', intentId).execute();
  return rows.map(({ decline_id: id, declined_at: at }) => ({ kind: 'declined', id: `declined:${id}`, at }));
}

async function findQuarantined(db: Queryable, intentId: string): Promise<TimelineEntry[]> {
  const rows = await db.selectFrom('quarantined_events').selectAll().where('intent_id', '=', intentId).execute();
  return rows.map((row) => ({
    kind: 'quarantined',
    id: `quarantined:${row.event_id}`,
    at: row.quarantined_at,
    reason: row.reason,
    resolvedAt: row.resolved_at,
  }));
}

async function findRebuilt(db: Queryable, intentId: string): Promise<TimelineEntry[]> {
  const rows = await db.selectFrom('rebuilt_payments').selectAll().where('intent_id', '=', intentId).execute();
  return rows.map(({ rebuilt_at: at }) => ({ kind: 'rebuilt', id: 'rebuilt', at }));
}

/** Finds the emails about a donation: its receipts, and those about refunds and disputes. */
async function findEmails(db: Queryable, donationId: string): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'status', 'created_at'])
    .where('about', '=', donationId)
    .execute();
  return rows.flatMap(({ id, kind, status, created_at: at }) =>
    kind === 'receipt' || kind === 'reversal'
      ? [{ kind: 'email', id, at, about: kind, state: emailStates[status] }]
      : [],
  );
}

const emailStates = {
  waiting: 'waiting',
  done: 'sent',
  no_recipient: 'no_recipient',
  dead: 'failed',
  expired: 'failed',
  held: 'held',
  paused: 'waiting',
  discarded: 'discarded',
} as const satisfies Record<OutboxRow['status'], string>;

async function findRefunds(db: Queryable, donationId: string): Promise<TimelineEntry[]> {
  const refunds = await findRequestedRefunds(db, donationId);
  return refunds.map(({ amount, job, requestedAt }, index) => ({
    kind: 'refund_requested',
    id: `refund:${index + 1}`,
    at: requestedAt,
    state: job === 'dead' || job === 'discarded' ? 'failed' : job,
    amount: toDecimal(amount),
    currency: amount.currency,
  }));
}

async function findClaim(db: Queryable, donationId: string): Promise<TimelineEntry[]> {
  const rows = await db.selectFrom('donation_claims').selectAll().where('donation_id', '=', donationId).execute();
  return rows.map(({ claimed_at: at }) => ({ kind: 'claimed', id: 'claimed', at }));
}

async function findNotes(db: Queryable, intentId: string): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('donation_notes')
    .leftJoin('users', 'users.id', 'donation_notes.written_by')
    .select(['donation_notes.id', 'note', 'written_at', 'users.username'])
    .where('intent_id', '=', intentId)
    .orderBy('written_at')
    .execute();
  return rows.map(({ id, note, written_at: at, username: author }) => ({ kind: 'note', id, at, author, note }));
}

/** Finds the actions of staff, except those that the timeline lists from other tables. */
async function findStaffActions(db: Queryable, donationId: string): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'recorded_at', 'actor_name', 'action', 'reason'])
    .where('subject_id', '=', donationId)
    .where('subject_kind', '=', 'donation')
    .where('action', 'not in', ['refund_requested', 'note_added'])
    .orderBy('recorded_at')
    .execute();
  return rows.map(({ id, recorded_at: at, actor_name: actor, action, reason }) => ({
    kind: 'staff_action',
    id,
    at,
    actor,
    action: staffActions[action],
    reason,
  }));
}
