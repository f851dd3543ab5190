import { returnProblem, type ReturnProblem } from '#domain/payout/return-problem.ts';
import type { UtcDay } from '#domain/ledger/utc-day.ts';
import { findClosedMonth } from '#server/accounting/index.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { PayoutWithBatch } from '../statement/payout-entries.ts';

/** Finds why the return of a payout on a day cannot be recorded. Returns undefined if it can. */
export async function findReturnProblem(
  { clock }: Pick<Deps, 'clock'>,
  db: Queryable,
  payout: Pick<PayoutWithBatch, 'paid_on' | 'returned_on'>,
  day: UtcDay,
): Promise<ReturnProblem | undefined> {
  const isClosed = (await findClosedMonth(db, day.slice(0, 7))) !== undefined;
  const found = { paidOn: payout.paid_on, isReturned: payout.returned_on !== null };
  return returnProblem(found, { day, isClosed }, clock.now());
}
