import type { CurrencyCode } from '#domain/money/currency.ts';
import type { UtcDay } from '#domain/ledger/utc-day.ts';
import { addDays, startOfDay } from '#domain/ledger/ledger-days.ts';
import type { Queryable } from '#server/db/database.ts';
import type { DailyMoneyInRow } from '#server/db/tables.ts';
import { readMovements } from './hours.ts';
import type { Movement } from './movements.ts';

/** Reads a day's money in, by currency, from the written hours of the day and from the ledger. */
export const readMoneyIn = async (db: Queryable, day: UtcDay): Promise<DailyMoneyInRow[]> =>
  moneyInOf(day, await readMovements(db, startOfDay(day), startOfDay(addDays(day, 1))));

/**
 * Reads the stored rows of all written days from `first` to `last`. A day without a row had no money in, or was written by an
 * earlier release.
 */
export const readWrittenMoneyIn = (db: Queryable, first: UtcDay, last: UtcDay): Promise<DailyMoneyInRow[]> =>
  db.selectFrom('daily_money_in').selectAll().where('day', '>=', first).where('day', '<=', last).execute();

/** Adds up the movements of a day as money in, by currency. Leaves out currencies without money in. */
export function moneyInOf(day: UtcDay, movements: readonly Movement[]): DailyMoneyInRow[] {
  const sums = new Map<CurrencyCode, DailyMoneyInRow>();
  for (const movement of movements) {
    const { currency } = movement;
    sums.set(currency, addMovement(sums.get(currency) ?? { ...nothing, day, currency }, movement));
  }
  return [...sums.values()].filter(({ day: _day, currency: _currency, ...sum }) =>
    Object.values(sum).some((value) => value !== 0),
  );
}

const nothing = {
  payments: 0,
  donations_minor: 0,
  service_fees_minor: 0,
  refunds_minor: 0,
  disputes_minor: 0,
  dispute_losses_minor: 0,
  provider_fees_minor: 0,
} as const;

/**
 * Adds a movement to the money in, as its cause says: a settlement, a refund, a dispute or a provider's fee. Money that moves
 * between a provider, our bank and the charities does not count.
 */
function addMovement(sum: DailyMoneyInRow, { account, kind, count, ...movement }: Movement): DailyMoneyInRow {
  const total = movement.debit_minor - movement.credit_minor;
  if (account === 'dispute_losses') return { ...sum, dispute_losses_minor: sum.dispute_losses_minor + total };
  if (account === 'processing_fees') return { ...sum, provider_fees_minor: sum.provider_fees_minor + total };
  const isDonation = account.startsWith('charity:');
  const isServiceFee = account === 'service_fee_income';
  switch (kind) {
    case 'settle':
      if (isDonation) return { ...sum, donations_minor: sum.donations_minor - total };
      if (isServiceFee) return { ...sum, service_fees_minor: sum.service_fees_minor - total };
      return { ...sum, payments: sum.payments + count };
    case 'refund':
      return isDonation || isServiceFee ? { ...sum, refunds_minor: sum.refunds_minor + total } : sum;
    case 'disput':
      return isDonation || isServiceFee ? { ...sum, disputes_minor: sum.disputes_minor + total } : sum;
    default:
      return sum;
  }
}
