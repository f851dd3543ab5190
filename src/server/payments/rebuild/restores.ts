import type { CurrencyCode } from '#domain/money/currency.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import type { ReconciliationRunRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';

/** Marks a payment as rebuilt if it happened in the time that a restore lost. */
export async function markIfLost(
  deps: Deps,
  tx: Tx,
  payment: { readonly intentId: string; readonly at: Date; readonly lostDonorId: string | null },
): Promise<void> {
  const at = payment.at.toISOString();
  const restore = await tx
    .selectFrom('restores')
    .select('noticed_at')
    .where('known_until', '<=', at)
    .where('noticed_at', '>=', at)
    .limit(1)
    .executeTakeFirst();
  if (!restore) return;
  const now = deps.clock.now().toISOString();
  await tx
    .insertInto('rebuilt_payments')
    .values({ intent_id: payment.intentId, rebuilt_at: now, lost_donor_id: payment.lostDonorId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Finds the instant up to which the database is known to be complete: the start of the last complete run or, if there is none,
 * the time of the newest account, checkout or payment. A rebuild may have been interrupted, so after a restore this is the end
 * of the backup until the next complete run. Undefined for an empty database.
 */
export async function findComparedUntil(db: Queryable): Promise<Date | undefined> {
  const lastRun = (await findLastCompleteRun(db))?.started_at;
  const compared = lastRun ?? (await findNewest(db));
  const { knownUntil } = await db
    .selectFrom('restores')
    .select((e) => e.fn.min<string | null>('known_until').as('knownUntil'))
    .where('noticed_at', '>=', lastRun ?? '')
    .executeTakeFirstOrThrow();
  const [earliest] = [compared, knownUntil].flatMap((at) => at ?? []).toSorted();
  return earliest === undefined ? undefined : new Date(earliest);
}

/** The last run that compared all recent payments and in which every provider responded. */
export const findLastCompleteRun = (
  db: Queryable,
): Promise<Pick<ReconciliationRunRow, 'started_at' | 'finished_at'> | undefined> =>
  db
    .selectFrom('reconciliation_runs')
    .select(['started_at', 'finished_at'])
    .where('scope', '=', 'recent')
    .where('status', '=', 'finished')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();

async function findNewest(db: Queryable): Promise<string | undefined> {
  const known = [
    await db
      .selectFrom('users')
      .select((e) => e.fn.max('created_at').as('at'))
      .executeTakeFirst(),
    await db
      .selectFrom('donation_intents')
      .select((e) => e.fn.max('created_at').as('at'))
      .executeTakeFirst(),
    await db
      .selectFrom('payment_events')
      .select((e) => e.fn.max('received_at').as('at'))
      .executeTakeFirst(),
  ];
  return known
    .flatMap((row) => row?.at ?? [])
    .toSorted()
    .at(-1);
}

/** Donations that were rebuilt from the providers' records. */
export interface RebuiltDonations {
  readonly donations: number;
  /** Donations of accounts that no longer exist; the donors can claim them. */
  readonly withoutAccount: number;
  readonly sums: readonly RebuiltSum[];
}

interface RebuiltSum {
  readonly currency: CurrencyCode;
  readonly donations: number;
  readonly totalMinor: number;
}

/** Finds the donations that were rebuilt since an instant; undefined if there are none. */
export async function findRebuilt(db: Queryable, since: Date): Promise<RebuiltDonations | undefined> {
  const rows = await db
    .selectFrom('rebuilt_payments')
    .innerJoin('donations', 'donations.intent_id', 'rebuilt_payments.intent_id')
    .select('donations.charge_currency as currency')
    .select((e) => [
      e.fn.countAll<number>().as('donations'),
      e.fn.count<number>('rebuilt_payments.lost_donor_id').as('withoutAccount'),
      e.cast<number>(e.fn.sum('donations.charge_total_minor'), 'bigint').as('totalMinor'),
    ])
    .where('rebuilt_at', '>=', since.toISOString())
    .groupBy('donations.charge_currency')
    .orderBy('donations.charge_currency')
    .execute();
  if (rows.length === 0) return undefined;
  const total = (count: 'donations' | 'withoutAccount'): number => rows.reduce((sum, row) => sum + row[count], 0);
  return {
    donations: total('donations'),
    withoutAccount: total('withoutAccount'),
    sums: rows.map(({ currency, donations, totalMinor }) => ({ currency, donations, totalMinor })),
  };
}

/** The last restore that was noticed. */
export const findLastRestore = (db: Queryable) =>
  db.selectFrom('restores').selectAll().orderBy('noticed_at', 'desc').limit(1).executeTakeFirst();

/** Returns when the last restore was noticed; undefined if that was before an instant. */
export async function findRestoreSince(db: Queryable, since: string): Promise<Date | undefined> {
  const last = await findLastRestore(db);
  return last && last.noticed_at >= since ? new Date(last.noticed_at) : undefined;
}
