import type { MonthsResponse } from '#contract/admin/money/accounting.ts';
import { monthOf, nextMonth, startOfMonth } from '#domain/ledger/ledger-month.ts';
import type { Queryable } from '#server/db/database.ts';
import { readProgress } from '../balances/finish-hours.ts';
import { firstDayBetween } from '../balances/movements.ts';

/** Lists the months that are over, newest first, back to the first month with entries. */
export async function listMonths(db: Queryable, now: Date): Promise<MonthsResponse> {
  const first = await firstDayBetween(db, '', now.toISOString());
  if (first === undefined) return [];
  const { written_before: written } = await readProgress(db);
  const closed = new Map((await db.selectFrom('closed_months').selectAll().execute()).map((row) => [row.month, row]));
  const months: MonthsResponse = [];
  for (let month = first.slice(0, 7); month < monthOf(now); month = nextMonth(month)) {
    const row = closed.get(month);
    const canBeClosed = !row && startOfMonth(nextMonth(month)).toISOString() <= written;
    months.unshift({ month, canBeClosed, closed: row ? toClosedMonth(row) : null });
  }
  return months;
}

type ClosedResponse = NonNullable<MonthsResponse[number]['closed']>;

export const toClosedMonth = (row: {
  readonly closed_by_name: string;
  readonly closed_at: string;
  readonly checksum: string;
}): ClosedResponse => ({ by: row.closed_by_name, at: row.closed_at, checksum: row.checksum });
