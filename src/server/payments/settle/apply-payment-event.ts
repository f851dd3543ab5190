import { settlementPostings } from '#domain/ledger/postings.ts';
import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import { decisiveSession } from '#domain/payment/payment-state.ts';
import { lockAccount } from '#server/auth/index.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction, TransactionConflict } from '#server/db/in-transaction.ts';
import { chargeOf } from '#server/db/row-money.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { insertDonation, storePayerEmail } from '#server/donations/index.ts';
import { postEntries } from '#server/ledger/index.ts';
import type { Decline } from '#server/ports/provider.ts';
import { enqueueAll } from '#server/outbox/enqueue.ts';
import { announcementJobs } from '#server/webhooks/index.ts';
import { recordDecline } from '../declines/record-decline.ts';
import { fetchPayerLater } from '../fetch-payer.ts';
import { expireSessionLater } from '../expire-session.ts';
import { quarantine } from '../quarantine.ts';
import { bookPendingReversals } from '../reverse/apply-reversal.ts';
import { matchIntent, type Mismatch } from './match-intent.ts';
import { settledEvent } from './settled-event.ts';
import { findFacts, insertPaymentEvent, updateIntentState } from './queries.ts';

/**
 * `settled`: the event created the donation. `moved`: it changed the payment's status to one other than settled. `noted`: it is
 * new but leaves the status unchanged. `already_applied`: it is stored already, perhaps in quarantine. `quarantined`: its content
 * does not match our records.
 */
export type AppliedEvent =
  | { readonly code: 'settled'; readonly donationId: string }
  | { readonly code: 'moved' }
  | { readonly code: 'noted' }
  | { readonly code: 'already_applied' }
  | { readonly code: 'quarantined'; readonly reason: Mismatch };

/**
 * The single entry point for money that comes in: webhooks, the thank-you page and reconciliation all end here. One transaction
 * stores the event, updates the intent if its version is unchanged, and on the first settlement writes the donation, its ledger
 * entries and the jobs for the receipt and the webhooks. Every settled event with the payer's email address stores it; if a
 * guest's PayPal payment has none, the order is fetched later. Of two concurrent events of one intent, the second finds a new
 * version and starts again.
 */
export async function applyPaymentEvent(deps: Deps, event: PaymentEvent): Promise<AppliedEvent> {
  const applied = await inTransaction(deps.db, (tx) => apply(deps, tx, event));
  await bookEarlierReversals(deps, event);
  if (event.provider === 'paypal' && event.fact.kind === 'failed') await recordDecline(deps, declineOf(event));
  report(deps, event, applied);
  return applied;
}

async function apply(deps: Deps, tx: Tx, event: PaymentEvent): Promise<AppliedEvent> {
  const now = deps.clock.now().toISOString();
  const matched = await matchIntent(deps, tx, event);
  const isNew = await insertPaymentEvent(tx, event, matched.code === 'mismatch' ? null : matched.intent.id, now);
  if (!isNew && matched.code !== 'rebuilt') return { code: 'already_applied' };
  if (matched.code === 'mismatch') {
    const { reason, intentId } = matched;
    const { payerEmail: _, ...detail } = event; // an erasure would not find the address in quarantine
    await quarantine(deps, tx, { provider: event.provider, eventId: event.eventId, reason, detail, intentId });
    return { code: 'quarantined', reason };
  }
  const { intent } = matched;
  if (event.fact.kind === 'settled' && event.payerEmail !== undefined)
    await storePayerEmail(deps, tx, intent, { email: event.payerEmail, paidAt: event.occurredAt });
  return moveIntent(deps, tx, event, intent, now);
}

/**
 * Updates an intent to the status that its facts add up to. A fact about another session changes the version even if the status
 * stays the same. So of two simultaneous facts about different sessions, the second starts again and sees the first.
 */
async function moveIntent(
  deps: Deps,
  tx: Tx,
  event: PaymentEvent,
  intent: DonationIntentRow,
  now: string,
): Promise<AppliedEvent> {
  const { id: intentId, provider_session_id: storedSession } = intent;
  const current = storedSession ?? event.sessionId;
  const { sessionId, status } = decisiveSession(await findFacts(tx, { intentId }), current);
  const isUnchanged = status === intent.status && sessionId === storedSession;
  if (isUnchanged && event.sessionId === storedSession) return { code: 'noted' };
  // before the intent, in the same order as when an account is deleted
  if (status === 'settled' && intent.donor_id !== null) await lockAccount(tx, intent.donor_id);
  const isUpdated = await updateIntentState(tx, intent, {
    status,
    sessionId,
    paymentId: (sessionId === event.sessionId ? event.paymentId : undefined) ?? intent.provider_payment_id,
    now,
  });
  if (!isUpdated) throw new TransactionConflict();
  if (sessionId !== current && intent.provider === 'stripe') await expireSessionLater(deps, tx, current);
  if (status === intent.status) return { code: 'noted' };
  if (status !== 'settled') return { code: 'moved' };
  await settleDonation(deps, tx, intent, event.occurredAt);
  if (event.provider === 'paypal' && intent.donor_id === null && event.payerEmail === undefined)
    await fetchPayerLater(deps, tx, intent);
  return { code: 'settled', donationId: intent.donation_id };
}

/** Turns a settled intent into a donation with its ledger entries and jobs, in the caller's transaction. */
export async function settleDonation(deps: Deps, tx: Tx, intent: DonationIntentRow, paidAt: Date): Promise<void> {
  await insertDonation(tx, intent, paidAt);
  await postEntries(deps, tx, {
    cause: `settlement:${intent.id}`,
    intentId: intent.id,
    occurredAt: paidAt,
    postings: settlementPostings(intent.provider, chargeOf(intent), intent.charity_id),
  });
  await enqueueAll(deps, tx, [
    {
      kind: 'receipt',
      dedupeKey: `receipt:${intent.donation_id}`,
      payload: { donationId: intent.donation_id },
      reportsEventAt: paidAt,
    },
    ...announcementJobs(deps, 'donation.settled', () => settledEvent(intent, paidAt)),
  ]);
}

/** Creates a decline from a failed capture, because PayPal sends no other message about it. */
const declineOf = ({ provider, paymentId, eventId, intentId, occurredAt }: PaymentEvent): Decline => ({
  provider,
  declineId: paymentId ?? eventId,
  intentId,
  sessionIdStart: undefined,
  occurredAt,
});

/** Books reversals that were reported before their payment. A repeated event does so too, in case of a crash after the commit. */
async function bookEarlierReversals(deps: Deps, { provider, paymentId, fact }: PaymentEvent): Promise<void> {
  if (fact.kind === 'settled' && paymentId !== undefined) await bookPendingReversals(deps, { provider, paymentId });
}

function report(deps: Deps, event: PaymentEvent, applied: AppliedEvent): void {
  const { provider, eventId, sessionId, intentId, fact } = event;
  deps.metrics.paymentEvents.inc({ provider, kind: fact.kind, outcome: applied.code });
  const fields = { provider, eventId, sessionId, kind: fact.kind, intentId };
  if (applied.code === 'quarantined') {
    deps.log.error({ ...fields, reason: applied.reason }, 'payment event quarantined; needs review');
  } else deps.log.info({ ...fields, outcome: applied.code }, 'payment event applied');
}
