import type { QuarantineReason } from '#contract/admin/review/review.ts';
import { addsUp, type DonationRecord } from '#domain/payment/donation-record.ts';
import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import { lockAccount } from '#server/auth/index.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { TransactionConflict } from '#server/db/in-transaction.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { insertPlan } from '../plans/queries.ts';
import { isOwnRecord } from './installations.ts';
import { mayHaveBeenDeleted } from '../delete-unpaid-intents.ts';
import { recordRestore } from './notice-restore.ts';
import { termsInRecord } from './terms-in-record.ts';

/** Why an intent cannot be rebuilt from its record. */
export type RebuildProblem = Extract<
  QuarantineReason,
  'invalid_record' | 'other_record' | 'other_installation' | 'not_in_catalogue'
>;

/** The owner of a plan whose donor's account was lost. Its payments have no owner until someone claims them. */
export const lostDonorId = 'usr_lost';

/** A payment that is not in the database, as an event reports it. */
type LostPayment = Pick<PaymentEvent, 'provider' | 'intentId' | 'record'> & { readonly sessionId: string | null };

/**
 * Reads the intent of a payment that is not in the database from its record at the provider, and writes nothing yet. Undefined
 * if there is no record.
 */
export async function readLostIntent(
  deps: Deps,
  db: Queryable,
  payment: LostPayment,
): Promise<DonationIntentRow | RebuildProblem | undefined> {
  const { record, sessionId } = payment;
  if (record === undefined) return undefined;
  if (record === 'unreadable' || record.intentId !== payment.intentId || !addsUp(record)) return 'invalid_record';
  if (!(await isOwnRecord(db, record))) return 'other_installation';
  if (await isTaken(db, record, sessionId)) return 'other_record';
  const terms = await termsInRecord(deps, db, record);
  if (!terms) return 'not_in_catalogue';
  const thankYou = new URL('/donation-success', deps.config.publicUrl);
  thankYou.searchParams.set('transaction_id', record.donationId);
  return {
    id: record.intentId,
    donation_id: record.donationId,
    idempotency_key: null,
    request_hash: '',
    version: 1,
    status: 'pending',
    provider: payment.provider,
    donor_id: record.donorId,
    provider_session_id: sessionId,
    provider_payment_id: null,
    session_number: 1,
    browser_key_hash: null,
    plan_id: record.plan?.planId ?? null,
    checkout_url: null,
    expires_at: record.madeAt.toISOString(),
    is_recurring: record.plan ? 1 : 0,
    ...terms,
    time_zone: record.timeZone,
    success_url: thankYou.href,
    cancel_url: '',
    created_at: record.madeAt.toISOString(),
    updated_at: deps.clock.now().toISOString(),
  };
}

/** Returns true if an intent, donation or plan already has one of the record's ids. */
async function isTaken(
  db: Queryable,
  { intentId, donationId, plan }: DonationRecord,
  sessionId: string | null,
): Promise<boolean> {
  const intent = await db
    .selectFrom('donation_intents')
    .select('id')
    .where((e) =>
      e.or([
        e('id', '=', intentId),
        e('donation_id', '=', donationId),
        ...(sessionId === null ? [] : [e('provider_session_id', '=', sessionId)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (intent || !plan) return intent !== undefined;
  const known = await db.selectFrom('plans').select('id').where('id', '=', plan.planId).executeTakeFirst();
  return known !== undefined;
}

/**
 * Writes a lost intent, with the plan that it starts. The donor stays the owner if the account still exists; otherwise the
 * donation belongs to no one and can be claimed.
 */
export async function insertLostIntent(deps: Deps, tx: Tx, lost: DonationIntentRow): Promise<DonationIntentRow> {
  const isOwned = lost.donor_id !== null && (await lockAccount(tx, lost.donor_id));
  const intent = isOwned ? lost : { ...lost, donor_id: null };
  const madeAt = new Date(lost.created_at);
  // an intent that may have been deleted can be missing without a restore
  if (!mayHaveBeenDeleted(madeAt, deps.clock.now())) await recordRestore(deps, tx, madeAt);
  const inserted = await tx
    .insertInto('donation_intents')
    .values(intent)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (inserted.length === 0) throw new TransactionConflict(); // another process rebuilt it
  await tx
    .insertInto('rebuilt_payments')
    .values({
      intent_id: intent.id,
      rebuilt_at: deps.clock.now().toISOString(),
      lost_donor_id: isOwned ? null : lost.donor_id,
    })
    .execute();
  if (intent.plan_id !== null)
    await insertPlan(tx, { ...intent, donor_id: intent.donor_id ?? lostDonorId }, intent.plan_id);
  return intent;
}
