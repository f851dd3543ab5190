import type { RecordReading } from '#domain/payment/donation-record.ts';
import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import type { Tx } from '#server/db/database.ts';
import { TransactionConflict } from '#server/db/in-transaction.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { findProvider } from '#server/ports/providers.ts';
import { insertLostIntent, readLostIntent, type RebuildProblem } from '../rebuild/lost-intent.ts';
import { attachQuarantinedEvents } from '../rebuild/quarantined-payments.ts';
import { findIntent } from './queries.ts';

/** The intent of an event, or why the event does not match our records. `rebuilt`: the intent was lost until now. */
type MatchedIntent =
  | { readonly code: 'known' | 'rebuilt'; readonly intent: DonationIntentRow }
  | { readonly code: 'mismatch'; readonly reason: Mismatch; readonly intentId: string | undefined };

/** Why a genuine message does not match our records. */
export type Mismatch =
  | 'unknown_session'
  | 'other_session'
  | 'other_account'
  | 'other_mode'
  | 'other_currency'
  | 'other_amount'
  | RebuildProblem;

/** Finds the intent of an event. A lost one is rebuilt from its record at the provider if the record matches the payment. */
export async function matchIntent(deps: Deps, tx: Tx, event: PaymentEvent): Promise<MatchedIntent> {
  const isLive = findProvider(deps, event.provider)?.isLive ?? false;
  const known = await findIntent(tx, event);
  const lost = known ? undefined : await readLostIntent(deps, tx, event);
  if (lost === 'other_record' && (await findIntent(tx, event))) throw new TransactionConflict(); // just rebuilt
  const problem = typeof lost === 'string' ? lost : undefined;
  const intent = known ?? (typeof lost === 'string' ? undefined : lost);
  const mismatch = mismatchOf(event, intent, isLive);
  const intentId = known?.id ?? event.intentId;
  if (mismatch && mismatch !== 'unknown_session') return { code: 'mismatch', reason: mismatch, intentId };
  if (mismatch || !intent) return { code: 'mismatch', reason: problem ?? 'unknown_session', intentId };
  if (known) return { code: 'known', intent };
  const rebuilt = await insertLostIntent(deps, tx, intent);
  await attachQuarantinedEvents(deps, tx, rebuilt, event.sessionId);
  return { code: 'rebuilt', intent: rebuilt };
}

/**
 * Compares a provider's message with the intent that it names; undefined when they match. A mismatch never becomes a donation.
 * Only the holder of our API key can write an intent's id into a session, so the first payment of the right amount counts in
 * any session of the intent. `other_session` is a second payment.
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

/** Returns true if a record is about this intent, or is unreadable and so proves nothing. */
const describes = (record: RecordReading, intent: DonationIntentRow): boolean =>
  record === 'unreadable' ||
  (record.intentId === intent.id &&
    record.donationId === intent.donation_id &&
    record.charityId === intent.charity_id &&
    record.charge.total.amountMinor === intent.charge_total_minor &&
    record.charge.total.currency === intent.charge_currency);
