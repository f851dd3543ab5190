import type { Queryable } from '#server/db/database.ts';

/** A payout that covers a donation, or did until the bank returned it. */
export interface DonationPayout {
  readonly id: string;
  readonly day: string;
  readonly created_at: string;
  readonly decided_at: string | null;
  readonly paid_on: string | null;
  readonly reference: string | null;
  readonly returned_on: string | null;
  readonly recorded_at: string | null;
  readonly confirmed_at: string | null;
}

/** Finds the payouts that covered a donation, oldest first. The bank has returned all of them, or all but one. */
export const findPayoutsOfDonation = (db: Queryable, intentId: string): Promise<DonationPayout[]> =>
  db
    .selectFrom(payoutsOf(db, intentId).as('taken'))
    .innerJoin('payouts', 'payouts.id', 'taken.payout_id')
    .innerJoin('payout_batches as batch', 'batch.id', 'payouts.batch_id')
    .leftJoin('payout_returns as returned', 'returned.payout_id', 'payouts.id')
    .leftJoin('payout_confirmations as confirmed', 'confirmed.payout_id', 'payouts.id')
    .select(['payouts.id', 'batch.day', 'batch.created_at', 'batch.decided_at', 'batch.paid_on', 'batch.reference'])
    .select(['returned.returned_on', 'returned.recorded_at', 'confirmed.confirmed_at'])
    .orderBy('batch.created_at')
    .orderBy('payouts.id')
    .execute();

const payoutsOf = (db: Queryable, intentId: string) =>
  db
    .selectFrom('payable_entries')
    .select('payout_id')
    .where('intent_id', '=', intentId)
    .where('is_reversal', '=', 0)
    .where('payout_id', 'is not', null)
    .union((e) =>
      e
        .selectFrom('payable_entries as entry')
        .innerJoin('returned_entries as kept', (join) =>
          join.onRef('kept.transaction_id', '=', 'entry.transaction_id').onRef('kept.line', '=', 'entry.line'),
        )
        .select('kept.payout_id')
        .where('entry.intent_id', '=', intentId)
        .where('entry.is_reversal', '=', 0),
    );

/** Returns true if a donation is disputed, so that no payout may cover it. */
export async function isHeldByDispute(db: Queryable, intentId: string): Promise<boolean> {
  const dispute = await db
    .selectFrom('reversals')
    .select('reversal_id')
    .where('intent_id', '=', intentId)
    .where('kind', '=', 'dispute')
    .where('is_itemized', '=', 1)
    .where('status', 'in', ['noted', 'taken'])
    .executeTakeFirst();
  return dispute !== undefined;
}
