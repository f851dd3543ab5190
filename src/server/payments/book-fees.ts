import { processingFeePostings } from '#domain/ledger/postings.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { inTurn } from '#server/db/in-turn.ts';
import type { Deps } from '#server/deps.ts';
import { postEntries } from '#server/ledger/index.ts';
import type { ProviderFee } from './card-provider.ts';
import { batches } from './feed-events.ts';
import { findSettledIntent } from './reversal-queries.ts';

/**
 * Books what Stripe kept since the last whole comparison, and before: a bank debit is charged for when it arrives, days
 * after it was made, and an inquiry months later when it becomes a dispute. Answers how many fees were new.
 */
export async function bookListedFees(deps: Deps, now: Date): Promise<number> {
  const from = (await lastComparison(deps)) ?? now;
  const since = { charges: new Date(from.getTime() - chargesMs), disputes: new Date(from.getTime() - disputesMs) };
  let booked = 0;
  for await (const batch of batches(deps.cards.listFees(since))) booked += await bookFees(deps, batch);
  return booked;
}

const dayMs = 24 * 60 * 60 * 1000;
const chargesMs = 10 * dayMs;
const disputesMs = 200 * dayMs;

async function lastComparison({ db }: Deps): Promise<Date | undefined> {
  const run = await db.read
    .selectFrom('reconciliation_runs')
    .select('started_at')
    .where('scope', '=', 'recent')
    .where('status', '=', 'finished')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return run && new Date(run.started_at);
}

/**
 * Books what a provider kept, once for each movement of money in which it kept it, so that its clearing account holds what
 * the provider holds. Fees of payments that are not ours are left out. Answers how many were new.
 */
export async function bookFees(deps: Deps, fees: readonly ProviderFee[]): Promise<number> {
  const known = await findCauses(deps, fees.map(causeOf));
  let booked = 0;
  for (const fee of fees) if (!known.has(causeOf(fee)) && (await bookFee(deps, fee))) booked += 1;
  return booked;
}

const causeOf = ({ provider, feeId }: ProviderFee): string => `processing_fee:${provider}:${feeId}`;

const bookFee = (deps: Deps, fee: ProviderFee): Promise<boolean> =>
  inTransaction(deps.db, (tx) =>
    inTurn(tx, [causeOf(fee)], async () => {
      const isBooked = (await findCauses({ db: { read: tx } }, [causeOf(fee)])).size > 0;
      const intent = await findSettledIntent(tx, fee);
      if (isBooked || !intent) return false;
      await postEntries(deps, tx, {
        cause: causeOf(fee),
        intentId: intent.id,
        occurredAt: fee.occurredAt,
        postings: processingFeePostings(fee.provider, fee.fee),
      });
      return true;
    }),
  );

async function findCauses(
  { db }: { readonly db: Pick<Deps['db'], 'read'> },
  causes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (causes.length === 0) return new Set();
  const rows = await db.read.selectFrom('ledger_transactions').select('cause').where('cause', 'in', causes).execute();
  return new Set(rows.map(({ cause }) => cause));
}
