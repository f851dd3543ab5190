import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import type { RecordReading } from '#domain/payment/donation-record.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { RebuildProblem } from '../rebuild/lost-intent.ts';

/** Why a genuine message does not match our records. */
export type Mismatch =
  | 'unknown_session'
  | 'other_session'
  | 'other_account'
  | 'other_mode'
  | 'other_currency'
  | 'other_amount'
  | RebuildProblem;

/**
 * Compares a provider's message with the intent that it names; undefined when they match. A mismatch never becomes a donation.
 * Only our key writes the intent's id into a session, so the first payment of the right amount counts through whichever
 * session it comes; `other_session` is a second payment.
 */
export function mismatchOf(
  event: PaymentEvent,
  intent: DonationIntentRow | undefined,
  isLive: boolean,
): Mismatch | undefined {
  if (event.account !== undefined) return 'other_account';
  if (event.isLive !== isLive) return 'other_mode';
  if (!intent || intent.provider !== event.provider) return 'unknown_session';
  if (event.record !== undefined && !describes(event.record, intent)) return 'other_record';
  if (event.fact.kind !== 'settled') return undefined;
  if (intent.status === 'settled' && intent.provider_session_id !== event.sessionId) return 'other_session';
  if (event.fact.collected?.currency !== intent.charge_currency) return 'other_currency';
  return event.fact.collected.amountMinor === intent.charge_total_minor ? undefined : 'other_amount';
}

/** Whether a record is about this intent. An unreadable one proves nothing. */
const describes = (record: RecordReading, intent: DonationIntentRow): boolean =>
  record === 'unreadable' ||
  (record.intentId === intent.id &&
    record.donationId === intent.donation_id &&
    record.charityId === intent.charity_id &&
    record.charge.total.amountMinor === intent.charge_total_minor &&
    record.charge.total.currency === intent.charge_currency);
