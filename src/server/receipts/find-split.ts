import { sql } from 'kysely';
import type { FeeTermsResponse, SplitResponse } from '#contract/split.ts';
import { money, toDecimal, type Money } from '#domain/money/money.ts';
import { expectedFee, type FeeTerms } from '#domain/split/split.ts';
import type { Queryable } from '#server/db/database.ts';
import { chargeOf } from '#server/db/row-money.ts';
import type { Deps } from '#server/deps.ts';
import { reversalStateOf } from '#server/donations/index.ts';
import { readBookedFees } from '#server/payments/index.ts';
import { findReadableDonation } from './find-receipt.ts';
import { paidWithOf } from './receipt.ts';

/** Finds the split of a donation for someone who may read its receipt. Returns `undefined` for everyone else. */
export async function findSplit(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  donationId: string,
  readerId: string | null,
): Promise<SplitResponse | undefined> {
  const row = await findReadableDonation(db.read, donationId, readerId);
  if (!row) return undefined;
  const charge = chargeOf(row);
  const paidWith = paidWithOf(row.provider);
  const { payment, disputes } = await readBookedFees(db.read, row.intent_id);
  const fee = payment ?? expectedFee(config.fees[paidWith], charge.total);
  const state = reversalStateOf(row);
  return {
    charityName: row.charity_name,
    paidWith,
    currency: row.charge_currency,
    charged: toDecimal(charge.total),
    charity: toDecimal(charge.subtotal),
    serviceFee: toDecimal(charge.serviceFee),
    ...(fee ? { processingFee: { ...toAmount(fee), isExpected: payment === undefined } } : {}),
    ...(state ? { reversal: { state, ...(await readReversedParts(db.read, row)) } } : {}),
    // a provider may return its fee when we win a dispute
    ...(disputes && disputes.amountMinor !== 0 ? { disputeFee: toAmount(disputes) } : {}),
  };
}

/** Converts the terms to the form of the API. */
export const toFeeTerms = ({ basisPoints, fixed }: FeeTerms): FeeTermsResponse => ({
  basisPoints,
  fixed: toDecimal(fixed),
  currency: fixed.currency,
});

const toAmount = (amount: Money): { amount: number; currency: string } => ({
  amount: toDecimal(amount),
  currency: amount.currency,
});

async function readReversedParts(
  db: Queryable,
  { intent_id: intentId, charge_currency: currency }: { intent_id: string; charge_currency: Money['currency'] },
): Promise<{ charity: number; serviceFee: number }> {
  const sumOf = (column: 'subtotal_minor' | 'service_fee_minor') =>
    sql<number>`coalesce(cast(sum(${sql.ref(column)}) as bigint), 0)`;
  const parts = await db
    .selectFrom('reversals')
    .select([sumOf('subtotal_minor').as('subtotal'), sumOf('service_fee_minor').as('service_fee')])
    .where('intent_id', '=', intentId)
    .where('is_active', '=', 1)
    .executeTakeFirstOrThrow();
  return {
    charity: toDecimal(money(parts.subtotal, currency)),
    serviceFee: toDecimal(money(parts.service_fee, currency)),
  };
}
