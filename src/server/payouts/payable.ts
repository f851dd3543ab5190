import { sql, type RawBuilder } from 'kysely';
import type { CurrencyCode } from '#domain/money/currency.ts';
import { money, subtract, type Money } from '#domain/money/money.ts';
import type { Queryable, Tx } from '#server/db/database.ts';

/** A charity and a currency in which it is paid. */
export interface Payee {
  readonly charityId: number;
  readonly currency: CurrencyCode;
}

/** The contents of a payout: the sums of donations and of their reversals, and the number of donations. */
export interface PayableSums {
  readonly received: Money;
  readonly refunded: Money;
  readonly donations: number;
}

export const payableAmount = ({ received, refunded }: Pick<PayableSums, 'received' | 'refunded'>): Money =>
  subtract(received, refunded);

const openDisputes = sql<{ intent_id: string }>`(
  select distinct reversals.intent_id from reversals
  where reversals.kind = 'dispute' and reversals.is_itemized = 1 and reversals.status in ('noted', 'taken'))`.as<'held'>(
  sql.ref('held'),
);

/** A condition for queries over `payable_entries`: no payout covers the donation of the entry. */
const isUncovered: RawBuilder<boolean> = sql<boolean>`not exists (
  select 1 from payable_entries donation
  where donation.intent_id = payable_entries.intent_id and donation.is_reversal = 0 and donation.payout_id is not null)`;

/**
 * A condition for queries over `payable_entries`: the entry is held because its donation is disputed. After a donation was paid
 * to its charity, its reversals are not held, but deducted from the next payout.
 */
const isDisputed: RawBuilder<boolean> = sql<boolean>`(payable_entries.intent_id in (select intent_id from ${openDisputes})
  and ${isUncovered})`;

/** The most entries that one payout covers, so that no statement takes long. The rest waits for the next batch. */
export const coveredMax = 10_000;

/**
 * Finds the latest instant, at most `before`, for which a payee's earlier entries fit into one payout. All entries of a donation
 * have the posting time of its settlement as their `settled_at`, so a donation and its refunds stay together.
 */
export async function findCutoff(db: Queryable, payee: Payee, before: string, max = coveredMax): Promise<string> {
  const [first] = await db
    .selectFrom('payable_entries')
    .select('settled_at')
    .where('charity_id', '=', payee.charityId)
    .where('currency', '=', payee.currency)
    .where('payout_id', 'is', null)
    .where('settled_at', '<', before)
    .orderBy('settled_at')
    .limit(1)
    .offset(max)
    .execute();
  return first ? first.settled_at : before;
}

/** Sums what can be paid to a payee from donations that were posted before an instant. */
export async function findPayable(db: Queryable, payee: Payee, before: string): Promise<PayableSums> {
  const sums = await db
    .selectFrom('payable_entries')
    .select(entrySums)
    .where('charity_id', '=', payee.charityId)
    .where('currency', '=', payee.currency)
    .where('payout_id', 'is', null)
    .where('settled_at', '<', before)
    .executeTakeFirstOrThrow();
  const disputed = (await findDisputed(db, before)).find(
    (row) => row.charity_id === payee.charityId && row.currency === payee.currency,
  );
  return toSums(payee.currency, {
    received: sums.received - (disputed?.received ?? 0),
    refunded: sums.refunded - (disputed?.refunded ?? 0),
    donations: sums.donations - (disputed?.donations ?? 0),
  });
}

/** The sums of donations and of reversals, and the number of donations; zero if there are no entries. */
const entrySums = [
  sql<number>`cast(coalesce(sum(case when is_reversal = 0 then amount_minor else 0 end), 0) as bigint)`.as('received'),
  sql<number>`cast(coalesce(sum(case when is_reversal = 1 then -amount_minor else 0 end), 0) as bigint)`.as('refunded'),
  sql<number>`cast(coalesce(sum(1 - is_reversal), 0) as bigint)`.as('donations'),
] as const;

/**
 * Finds the same sums for the uncovered entries that were settled before an instant and are held by a dispute. The search begins
 * with the few disputes: SQLite reads a cross join in this order, and would otherwise begin with all uncovered entries.
 */
export const findDisputed = (db: Queryable, before: string) =>
  db
    .selectFrom(openDisputes)
    .crossJoin('payable_entries')
    .whereRef('payable_entries.intent_id', '=', 'held.intent_id')
    .select(['charity_id', 'currency'])
    .select(entrySums)
    .where('payout_id', 'is', null)
    .where('settled_at', '<', before)
    .where(isUncovered)
    .groupBy(['charity_id', 'currency'])
    .execute();

/** Puts the payable entries of a payee into a payout, and returns their sums. */
export async function coverEntries(tx: Tx, payoutId: string, payee: Payee, before: string): Promise<PayableSums> {
  await tx
    .updateTable('payable_entries')
    .set({ payout_id: payoutId })
    .where('charity_id', '=', payee.charityId)
    .where('currency', '=', payee.currency)
    .where('payout_id', 'is', null)
    .where('settled_at', '<', before)
    .where(sql<boolean>`not ${isDisputed}`)
    .execute();
  const sums = await tx
    .selectFrom('payable_entries')
    .select(entrySums)
    .where('payout_id', '=', payoutId)
    .executeTakeFirstOrThrow();
  return toSums(payee.currency, sums);
}

/** Releases everything that payouts cover. */
export const releaseEntries = (tx: Tx, payoutIds: readonly string[]): Promise<unknown> =>
  tx.updateTable('payable_entries').set({ payout_id: null }).where('payout_id', 'in', payoutIds).execute();

const toSums = (
  currency: CurrencyCode,
  sums: { readonly received: number; readonly refunded: number; readonly donations: number },
): PayableSums => ({
  received: money(sums.received, currency),
  refunded: money(sums.refunded, currency),
  donations: sums.donations,
});
