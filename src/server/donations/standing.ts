import { sql, type RawBuilder } from 'kysely';
import type { ReversalState } from '#contract/receipt.ts';

/**
 * What remains of a donation after refunds and disputes, as parts of a query over `donations`: `amount` in minor units of
 * the base currency, `meals` whole ones. Both follow what remains of the charge; nothing remains of what went back whole.
 */
export const standing: Readonly<Record<'amount' | 'meals' | 'goneMinor', RawBuilder<number>>> = (() => {
  const goneMinor = sql<number>`coalesce((
    select cast(sum(reversals.amount_minor) as bigint) from reversals
    where reversals.intent_id = donations.intent_id and reversals.is_standing = 1), 0)`;
  return {
    goneMinor,
    amount: sql<number>`(donations.amount_minor
      - (2 * donations.amount_minor * ${goneMinor} + donations.charge_total_minor) / (2 * donations.charge_total_minor))`,
    meals: sql<number>`(donations.meals * (donations.charge_total_minor - ${goneMinor}) / donations.charge_total_minor)`,
  };
})();

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
