import { processingFeePostings } from '#domain/ledger/postings.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { storePaymentCard } from '#server/donations/index.ts';
import { postEntries } from '#server/ledger/index.ts';
import type { ProviderFee } from '#server/ports/provider.ts';
import { findSettledIntent } from '../reverse/queries.ts';
import { batches, ifPermitted, type ReconciliationPeriod } from './comparison.ts';

/**
 * Books Stripe's fees since the last run that could read them, with a margin: the fee of a bank debit is charged days after the
 * debit, and the fee of an inquiry when it becomes a dispute, months later. Returns how many fees were new.
 */
export async function bookListedFees(
  deps: Deps,
  { comparedUntil, now, missing }: Omit<ReconciliationPeriod, 'since'>,
): Promise<number> {
  const lastWithFees = (await findLastRunWithFees(deps.db.read)) ?? now;
  const from = lastWithFees < comparedUntil ? lastWithFees : comparedUntil;
  let booked = 0;
  for (const list of [
    deps.cards.listChargeFees(new Date(from.getTime() - chargesMarginMs)),
    deps.cards.listDisputeFees(new Date(from.getTime() - disputesMarginMs)),
  ]) {
    await ifPermitted(missing, async () => {
      for await (const batch of batches(list)) booked += await bookFees(deps, batch);
    });
  }
  return booked;
}

const dayMs = 24 * 60 * 60 * 1000;
const chargesMarginMs = 10 * dayMs;
const disputesMarginMs = 200 * dayMs;

/**
 * Finds the last complete run that lacked no permission at Stripe, or else the first run. The pattern works because a result
 * lists Stripe's missing permissions first.
 */
async function findLastRunWithFees(db: Queryable): Promise<Date | undefined> {
  const runs = db.selectFrom('reconciliation_runs').select('started_at').where('scope', '=', 'recent').limit(1);
  const run =
    (await runs
      .where('status', '=', 'finished')
      .where('result', 'not like', '%"missingPermissions":[{"provider":"stripe"%')
      .orderBy('started_at', 'desc')
      .executeTakeFirst()) ?? (await runs.orderBy('started_at').executeTakeFirst());
  return run && new Date(run.started_at);
}

/**
 * Books each fee once, so that the clearing account matches the balance at the provider, and stores the card that the fee
 * names. Skips fees of payments that are not ours. Returns how many fees were booked.
 */
export async function bookFees(deps: Deps, fees: readonly ProviderFee[]): Promise<number> {
  const known = await findKnownCauses(deps.db.read, fees.map(causeOf));
  let booked = 0;
  for (const fee of fees) if (!known.has(causeOf(fee)) && (await bookFee(deps, fee))) booked += 1;
  return booked;
}

const causeOf = ({ provider, feeId }: ProviderFee): string => `processing_fee:${provider}:${feeId}`;

export const feeIdIn = (cause: string): string => cause.split(':').slice(2).join(':');

const bookFee = (deps: Deps, fee: ProviderFee): Promise<boolean> =>
  inTransaction(deps.db, (tx) =>
    withLock(tx, [causeOf(fee)], async () => {
      const isBooked = (await findKnownCauses(tx, [causeOf(fee)])).size > 0;
      const intent = await findSettledIntent(tx, fee);
      if (isBooked || !intent) return false;
      if (fee.card) await storePaymentCard(tx, intent.id, fee.card);
      await postEntries(deps, tx, {
        cause: causeOf(fee),
        intentId: intent.id,
        occurredAt: await bookingTimeOf(tx, intent.id, fee.occurredAt),
        postings: processingFeePostings(fee.provider, fee.fee),
      });
      return true;
    }),
  );

/**
 * Returns the fee's own time, but never a time before the settlement: PayPal dates the fee of an eCheck back to when the donor
 * paid.
 */
async function bookingTimeOf(tx: Tx, intentId: string, chargedAt: Date): Promise<Date> {
  const settled = await tx
    .selectFrom('ledger_transactions')
    .select('occurred_at')
    .where('cause', '=', `settlement:${intentId}`)
    .executeTakeFirst();
  return settled && settled.occurred_at > chargedAt.toISOString() ? new Date(settled.occurred_at) : chargedAt;
}

async function findKnownCauses(db: Queryable, causes: readonly string[]): Promise<ReadonlySet<string>> {
  if (causes.length === 0) return new Set();
  const rows = await db.selectFrom('ledger_transactions').select('cause').where('cause', 'in', causes).execute();
  return new Set(rows.map(({ cause }) => cause));
}
