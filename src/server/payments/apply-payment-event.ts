import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import { foldPaymentStatus } from '#domain/payment/payment-state.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction, TransactionConflict } from '#server/db/in-transaction.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { bookEarlyReversals } from './apply-reversal.ts';
import { isLiveAt } from './live-mode.ts';
import { mismatchOf, type Mismatch } from './mismatch.ts';
import { findFacts, findIntent, insertPaymentEvent, takeIntent } from './queries.ts';
import { putAside } from './put-aside.ts';
import { settleDonation } from './settle-donation.ts';

/**
 * What became of an event. `settled` only for the one event that made the donation; `moved` for one that brought the payment
 * to another state; `noted` for a new fact that changes nothing; `already_applied` for a repetition; `quarantined` for
 * content that does not fit our books.
 */
export type AppliedEvent =
  | { readonly code: 'settled'; readonly donationId: string }
  | { readonly code: 'moved' }
  | { readonly code: 'noted' }
  | { readonly code: 'already_applied' }
  | { readonly code: 'quarantined'; readonly reason: Mismatch };

/**
 * The one door for money: webhook, return page and reconciler all end here (design 3.7). One transaction keeps the event,
 * takes the intent by its version, and on the first settlement writes donation, books and receipt; a repetition changes
 * nothing. Two events of one intent at once cannot both move it: the second sees a new version and starts again.
 */
export async function applyPaymentEvent(deps: Deps, event: PaymentEvent): Promise<AppliedEvent> {
  const applied = await inTransaction(deps.db, (tx) => apply(deps, tx, event));
  await bookWhatWentBack(deps, event);
  report(deps, event, applied);
  return applied;
}

/** Messages come in any order: a refund may have been told before its payment. A repetition mends what a crash left undone. */
async function bookWhatWentBack(deps: Deps, { provider, paymentId, fact }: PaymentEvent): Promise<void> {
  if (fact.kind === 'settled' && paymentId !== undefined) await bookEarlyReversals(deps, { provider, paymentId });
}

async function apply(deps: Deps, tx: Tx, event: PaymentEvent): Promise<AppliedEvent> {
  const now = deps.clock.now().toISOString();
  const intent = await findIntent(tx, event);
  const mismatch = mismatchOf(event, intent, isLiveAt(deps, event.provider));
  const isNew = await insertPaymentEvent(tx, event, mismatch ? null : (intent?.id ?? null), now);
  if (!isNew) return { code: 'already_applied' };
  if (mismatch || !intent) {
    const reason = mismatch ?? 'unknown_session';
    await putAside(deps, tx, { provider: event.provider, eventId: event.eventId, reason, detail: event });
    return { code: 'quarantined', reason };
  }
  return moveIntent(deps, tx, event, intent, now);
}

async function moveIntent(
  deps: Deps,
  tx: Tx,
  event: PaymentEvent,
  intent: DonationIntentRow,
  now: string,
): Promise<AppliedEvent> {
  const status = foldPaymentStatus(await findFacts(tx, intent.id));
  if (status === intent.status && intent.provider_session_id !== null) return { code: 'noted' };
  const isTaken = await takeIntent(tx, intent, {
    status,
    sessionId: event.sessionId,
    paymentId: event.paymentId ?? intent.provider_payment_id,
    now,
  });
  if (!isTaken) throw new TransactionConflict();
  if (status === intent.status) return { code: 'noted' };
  if (status !== 'settled') return { code: 'moved' };
  await settleDonation(deps, tx, intent, event.occurredAt);
  return { code: 'settled', donationId: intent.donation_id };
}

function report(deps: Deps, event: PaymentEvent, applied: AppliedEvent): void {
  deps.metrics.paymentEvents.inc({ provider: event.provider, kind: event.fact.kind, outcome: applied.code });
  const facts = { provider: event.provider, eventId: event.eventId, sessionId: event.sessionId, kind: event.fact.kind };
  if (applied.code === 'quarantined') {
    deps.log.error(
      { ...facts, intentId: event.intentId, reason: applied.reason },
      'payment event quarantined: a person must look at it',
    );
  } else {
    deps.log.info({ ...facts, intentId: event.intentId, outcome: applied.code }, 'payment event applied');
  }
}
