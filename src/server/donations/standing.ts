import { sql, type ExpressionBuilder, type RawBuilder } from 'kysely';
import type { ReversalState } from '#contract/receipt.ts';
import type { Tables } from '#server/db/tables.ts';

/** How much of a donation's charge refunds and disputes have taken, in its minor units, as part of a query over `donations`. */
export const goneMinor: RawBuilder<number> = sql<number>`coalesce((
  select cast(sum(reversals.amount_minor) as bigint) from reversals
  where reversals.intent_id = donations.intent_id and reversals.is_standing = 1), 0)`;

/**
 * What remains of a donation, as parts of a query over `gift`, which carries its `gone_minor`: `amount` in minor units of
 * the base currency, `meals` whole ones. Both follow what remains of the charge; nothing remains of what went back whole.
 */
export const standing: Readonly<Record<'amount' | 'meals', RawBuilder<number>>> = {
  amount: sql<number>`(gift.amount_minor
    - (2 * gift.amount_minor * gift.gone_minor + gift.charge_total_minor) / (2 * gift.charge_total_minor))`,
  meals: sql<number>`(gift.meals * (gift.charge_total_minor - gift.gone_minor) / gift.charge_total_minor)`,
};

/**
 * A donor's donations as `gift`. The limit, which nobody reaches, keeps both engines from asking for the reversals of
 * a donation anew wherever an expression names what is gone.
 */
export const giftsOf = (donorId: string) => (e: ExpressionBuilder<Tables, never>) =>
  e
    .selectFrom('donations')
    .select(['charity_id', 'donated_on', 'amount_minor', 'meals', 'charge_total_minor', goneMinor.as('gone_minor')])
    .where('donor_id', '=', donorId)
    .limit(giftsMax)
    .as('gift');

const giftsMax = 1_000_000_000;

/** Whether somebody's bank has taken money of the donation back, and has not let us keep it: 1 or 0. */
export const disputed: RawBuilder<number> = sql<number>`case when exists (
  select 1 from reversals where reversals.intent_id = donations.intent_id
    and reversals.is_standing = 1 and reversals.kind = 'dispute') then 1 else 0 end`;

/** What a query selects to tell how a donation stands. */
export interface StandingColumns {
  readonly charge_total_minor: number;
  readonly gone_minor: number;
  readonly is_disputed: number;
}

/** How a donation stands after refunds and disputes; `undefined` while nothing of it is gone or disputed. */
export function reversalStateOf(row: StandingColumns): ReversalState | undefined {
  if (row.is_disputed === 1) return 'disputed';
  if (row.gone_minor === 0) return undefined;
  return row.gone_minor === row.charge_total_minor ? 'refunded' : 'partly_refunded';
}
