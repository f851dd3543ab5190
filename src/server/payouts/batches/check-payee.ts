import type { Money } from '#domain/money/money.ts';
import type { UtcDay } from '#domain/ledger/utc-day.ts';
import { dayProblem, payableBefore } from '#domain/payout/payable-before.ts';
import { payoutProblem, type PayoutProblem } from '#domain/payout/payout-problem.ts';
import type { Queryable } from '#server/db/database.ts';
import type { BankAccountRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { findAccountInForce } from '../bank-accounts/find-accounts.ts';
import { findPayable, findCutoff, payableAmount, type PayableSums, type Payee } from '../payable.ts';

/** The payout that a payee would get for a day, and the problem if it cannot be made. */
export interface CheckedPayee extends PayableSums {
  readonly payee: Payee;
  readonly amount: Money;
  /** All donations of the payout were posted before this instant. */
  readonly before: string;
  /** True if more entries are old enough than one payout covers; this payout then covers the oldest. */
  readonly isPartial: boolean;
  readonly account: BankAccountRow | undefined;
  readonly problem: PayoutProblem | undefined;
}

export async function checkPayee(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  db: Queryable,
  payee: Payee,
  day: UtcDay,
): Promise<CheckedPayee> {
  const now = clock.now();
  const oldEnough = payableBefore(day, now, config.payoutHoldDays).toISOString();
  const before = await findCutoff(db, payee, oldEnough);
  const sums = await findPayable(db, payee, before);
  const amount = payableAmount(sums);
  const account = await findAccountInForce(db, payee);
  const payableFrom = account && new Date(account.payable_from ?? account.proposed_at);
  const lastDay = await findLastDay(db, payee);
  const problem = payoutProblem(amount, { day: dayProblem(day, now, lastDay), payableFrom }, now);
  return { ...sums, payee, amount, before, isPartial: before < oldEnough, account, problem };
}

/** Finds the latest day for which a payee has a payout that is not canceled. */
async function findLastDay(db: Queryable, { charityId, currency }: Payee): Promise<UtcDay | undefined> {
  const { day } = await db
    .selectFrom('payouts')
    .innerJoin('payout_batches as batch', 'batch.id', 'payouts.batch_id')
    .select((e) => e.fn.max<string | null>('batch.day').as('day'))
    .where('payouts.charity_id', '=', charityId)
    .where('payouts.currency', '=', currency)
    .where('batch.status', '<>', 'canceled')
    .executeTakeFirstOrThrow();
  return day ?? undefined;
}
