import { sql, type ExpressionBuilder, type RawBuilder } from 'kysely';
import type { ReversalState } from '#contract/receipt.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { money, type Money } from '#domain/money/money.ts';
import type { Tables } from '#server/db/tables.ts';

/** For queries over `donations`: how much of a donation's charge active reversals have taken, in minor units of the charge. */
export const reversedMinor: RawBuilder<number> = sql<number>`coalesce((
  select cast(sum(reversals.subtotal_minor + reversals.service_fee_minor) as bigint) from reversals
  where reversals.intent_id = donations.intent_id and reversals.is_active = 1), 0)`;

/** For queries over `donations`: 1 while a dispute has taken any part of the donation, else 0. */
export const isDisputed: RawBuilder<number> = sql<number>`case when exists (
  select 1 from reversals where reversals.intent_id = donations.intent_id
    and reversals.is_active = 1 and reversals.kind = 'dispute'
    and reversals.subtotal_minor + reversals.service_fee_minor > 0) then 1 else 0 end`;

/** For queries over `donations`: what is left of the charity's part after active reversals, in minor units of the charge. */
export const leftForCharity: RawBuilder<number> = sql<number>`(donations.charge_subtotal_minor - coalesce((
  select cast(sum(reversals.subtotal_minor) as bigint) from reversals
  where reversals.intent_id = donations.intent_id and reversals.is_active = 1), 0))`;

/**
 * For queries over `donation`, a subquery with `reversed_minor`: the amount (in minor units of the base currency) and the
 * whole meals that remain after active reversals. Both shrink in proportion to the charge.
 */
export const remaining: Readonly<Record<'amount' | 'meals', RawBuilder<number>>> = {
  amount: sql<number>`(donation.amount_minor
    - (2 * donation.amount_minor * donation.reversed_minor + donation.charge_total_minor)
      / (2 * donation.charge_total_minor))`, // rounds half up: the same as adding one half before an integer division
  meals: sql<number>`(donation.meals * (donation.charge_total_minor - donation.reversed_minor)
    / donation.charge_total_minor)`,
};

/**
 * Creates the subquery `donation` with a donor's donations. Its unreachable limit keeps both engines from inlining it: they
 * would sum the reversals again for every use of `reversed_minor`.
 */
export const donationsOf = (donorId: string) => (e: ExpressionBuilder<Tables, never>) =>
  e
    .selectFrom('donations')
    .select(['charity_id', 'frozen_charity_name', 'donated_on', 'amount_minor', 'meals', 'charge_total_minor'])
    .select(reversedMinor.as('reversed_minor'))
    .where('donor_id', '=', donorId)
    .limit(unreachableLimit)
    .as('donation');

const unreachableLimit = 1_000_000_000;

/** Returns the money of a donation's `amount_minor`, or of a sum of them, which is in the base currency on every donation. */
export const baseAmount = (amountMinor: number): Money => money(amountMinor, baseCurrency);

interface ReversalColumns {
  readonly charge_total_minor: number;
  readonly reversed_minor: number;
  readonly is_disputed: number;
}

/** Returns the state of a donation with reversals; `undefined` if none is active. */
export function reversalStateOf(row: ReversalColumns): ReversalState | undefined {
  if (row.is_disputed === 1) return 'disputed';
  if (row.reversed_minor === 0) return undefined;
  return row.reversed_minor === row.charge_total_minor ? 'refunded' : 'partly_refunded';
}
