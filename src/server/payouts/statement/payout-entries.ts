import { sql } from 'kysely';
import type { PayoutEntry } from '#contract/admin/money/payouts.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { frozenCharityName } from '#server/db/frozen-charity-name.ts';
import { amountOf } from '../batches/read-batches.ts';

/** A ledger entry that a payout covers. */
export interface CoveredEntry {
  readonly transaction_id: string;
  readonly posted_at: string;
  readonly is_reversal: number;
  readonly amount_minor: number;
  readonly currency: CurrencyCode;
  readonly donation_id: string;
  /** 1 for a reversal whose donation an earlier payout paid. */
  readonly is_carried: number;
}

/** Finds the payout's entries after a position, oldest first, at most `limit`. They contain no names. */
export const findEntries = (
  db: Queryable,
  payout: Pick<PayoutWithBatch, 'id' | 'returned_on'>,
  after: { readonly at: string; readonly id: string },
  limit: number,
): Promise<CoveredEntry[]> =>
  db
    .selectFrom((payout.returned_on === null ? coveredBy : formerlyCoveredBy)(db, payout.id).as('entry'))
    .innerJoin('donations', 'donations.intent_id', 'entry.intent_id')
    .select(['entry.transaction_id', 'entry.posted_at', 'entry.is_reversal', 'entry.amount_minor', 'entry.currency'])
    .select('donations.id as donation_id')
    .select(isCarried(payout.id).as('is_carried'))
    .where((e) =>
      e.or([
        e('entry.posted_at', '>', after.at),
        e.and([e('entry.posted_at', '=', after.at), e('entry.transaction_id', '>', after.id)]),
      ]),
    )
    .orderBy('entry.posted_at')
    .orderBy('entry.transaction_id')
    .limit(limit)
    .execute();

const coveredBy = (db: Queryable, payoutId: string) =>
  db
    .selectFrom('payable_entries as copy')
    .select(['copy.transaction_id', 'copy.posted_at', 'copy.is_reversal', 'copy.amount_minor'])
    .select(['copy.currency', 'copy.intent_id'])
    .where('copy.payout_id', '=', payoutId);

/** Selects the entries that a returned payout covered. */
const formerlyCoveredBy = (db: Queryable, payoutId: string) =>
  db
    .selectFrom('returned_entries as kept')
    .innerJoin('payable_entries as copy', (join) =>
      join.onRef('copy.transaction_id', '=', 'kept.transaction_id').onRef('copy.line', '=', 'kept.line'),
    )
    .select(['kept.transaction_id', 'kept.posted_at', 'copy.is_reversal', 'copy.amount_minor'])
    .select(['copy.currency', 'copy.intent_id'])
    .where('kept.payout_id', '=', payoutId);

/** Selects 1 for a reversal whose donation is not in the same payout, because an earlier payout had paid it. */
const isCarried = (payoutId: string) =>
  sql<number>`case when entry.is_reversal = 1 and not exists (
    select 1 from payable_entries donation
    where donation.intent_id = entry.intent_id and donation.is_reversal = 0
      and (donation.payout_id = ${payoutId} or exists (
        select 1 from returned_entries kept
        where kept.transaction_id = donation.transaction_id and kept.line = donation.line and kept.payout_id = ${payoutId})))
    then 1 else 0 end`;

export const toEntry = (row: CoveredEntry): PayoutEntry => ({
  postedAt: row.posted_at,
  kind: row.is_reversal === 1 ? 'reversal' : 'donation',
  donationId: row.donation_id,
  amount: toDecimal(money(row.amount_minor, row.currency)),
  currency: row.currency,
  isCarried: row.is_carried === 1,
});

/**
 * Throws if the entries do not add up to the payout, because it was canceled or returned while they were read. The download then
 * fails.
 */
export function assertComplete(payout: PayoutWithBatch, entriesMinor: number): void {
  if (entriesMinor !== amountOf(payout).amountMinor)
    throw new Error(`the entries of ${payout.id} do not add up to its amount`);
}

/** Finds a payout with the details that its statement shows. Returns undefined for an unknown id. */
export const findPayout = (db: Queryable, payoutId: string) =>
  db
    .selectFrom('payouts')
    .innerJoin('payout_batches as batch', 'batch.id', 'payouts.batch_id')
    .innerJoin('charities', 'charities.id', 'payouts.charity_id')
    .leftJoin('payout_returns as returned', 'returned.payout_id', 'payouts.id')
    .selectAll('payouts')
    .select(['batch.day', 'batch.status', 'batch.created_at', 'batch.paid_on', 'batch.reference'])
    .select(frozenCharityName('payouts').as('charity_name'))
    .select(['returned.returned_on', 'returned.bank_reason', 'returned.reference as return_reference'])
    .where('payouts.id', '=', payoutId)
    .executeTakeFirst();

export type PayoutWithBatch = NonNullable<Awaited<ReturnType<typeof findPayout>>>;
