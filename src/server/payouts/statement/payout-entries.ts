import { sql } from 'kysely';
import type { PayoutEntry } from '#contract/admin/payouts.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';

/** What a payout covers, as its index has it: oldest first. */
export interface CoveredEntry {
  readonly transaction_id: string;
  readonly posted_at: string;
  readonly is_reversal: number;
  readonly amount_minor: number;
  readonly currency: CurrencyCode;
  readonly donation_id: string;
  /** 1 for a reversal whose donation another payout covers. */
  readonly is_carried: number;
}

/** The entries after one of them, at most `limit`. No one's name is among them. */
export const findEntries = (
  db: Queryable,
  payoutId: string,
  after: { readonly at: string; readonly id: string },
  limit: number,
): Promise<CoveredEntry[]> =>
  db
    .selectFrom('payable_entries as entry')
    .innerJoin('donations', 'donations.intent_id', 'entry.intent_id')
    .select(['entry.transaction_id', 'entry.posted_at', 'entry.is_reversal', 'entry.amount_minor', 'entry.currency'])
    .select('donations.id as donation_id')
    .select(
      sql<number>`case when entry.is_reversal = 1 and exists (
        select 1 from payable_entries donation
        where donation.intent_id = entry.intent_id and donation.is_reversal = 0 and donation.payout_id <> entry.payout_id)
        then 1 else 0 end`.as('is_carried'),
    )
    .where('entry.payout_id', '=', payoutId)
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

export const toEntry = (row: CoveredEntry): PayoutEntry => ({
  postedAt: row.posted_at,
  kind: row.is_reversal === 1 ? 'reversal' : 'donation',
  donationId: row.donation_id,
  amount: toDecimal(money(row.amount_minor, row.currency)),
  currency: row.currency,
  isCarried: row.is_carried === 1,
});

/** A payout with what its statement says about it; undefined for an unknown one. */
export const findPayout = (db: Queryable, payoutId: string) =>
  db
    .selectFrom('payouts')
    .innerJoin('payout_batches as batch', 'batch.id', 'payouts.batch_id')
    .innerJoin('charities', 'charities.id', 'payouts.charity_id')
    .selectAll('payouts')
    .select(['batch.day', 'batch.status', 'batch.created_at', 'batch.paid_on', 'batch.reference'])
    .select('charities.name as charity_name')
    .where('payouts.id', '=', payoutId)
    .executeTakeFirst();

export type PayoutWithBatch = NonNullable<Awaited<ReturnType<typeof findPayout>>>;
