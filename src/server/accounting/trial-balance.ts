import type { TrialBalanceResponse } from '#contract/admin/money/accounting.ts';
import { accountName } from '#domain/ledger/account-name.ts';
import { addDays, startOfDay } from '#domain/ledger/ledger-days.ts';
import { subtract, sum, toDecimal, type Money } from '#domain/money/money.ts';
import type { UtcDay } from '#domain/ledger/utc-day.ts';
import { distinctCharityNames } from '#server/catalogue/index.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { onePage, writeCsv, type CsvColumn } from '#server/http/files/csv.ts';
import { balancesAt } from './balances/balances-at.ts';
import { readProgress } from './balances/finish-hours.ts';

/** Reads the trial balance at the end of a day: every account with postings by then, and the totals of each currency. */
export async function readTrialBalance(
  { published }: Pick<Deps, 'published'>,
  db: Queryable,
  day: UtcDay,
): Promise<TrialBalanceResponse> {
  const balances = await balancesAt(db, day);
  const names = distinctCharityNames({ published });
  const { finished_before: finishedBefore } = await readProgress(db);
  const currencies = [...new Set(balances.map(({ debit }) => debit.currency))];
  return {
    day,
    isFinished: startOfDay(addDays(day, 1)).toISOString() <= finishedBefore,
    lines: balances.map(({ account, debit, credit }) => ({
      account,
      name: accountName(account, names),
      ...toSums(debit, credit),
    })),
    totals: currencies.map((currency) => {
      const inCurrency = balances.filter(({ debit }) => debit.currency === currency);
      return toSums(
        sum(
          inCurrency.map(({ debit }) => debit),
          currency,
        ),
        sum(
          inCurrency.map(({ credit }) => credit),
          currency,
        ),
      );
    }),
  };
}

const toSums = (debit: Money, credit: Money) => ({
  currency: debit.currency,
  debit: toDecimal(debit),
  credit: toDecimal(credit),
  balance: toDecimal(subtract(debit, credit)),
});

/** Writes the lines of a trial balance as CSV. */
export async function* exportTrialBalance(
  deps: Pick<Deps, 'published'>,
  db: Queryable,
  day: UtcDay,
): AsyncGenerator<string> {
  const { lines } = await readTrialBalance(deps, db, day);
  yield* writeCsv(columns, onePage(lines));
}

const columns: readonly CsvColumn<TrialBalanceResponse['lines'][number]>[] = [
  { header: 'Account', valueOf: ({ name }) => name },
  { header: 'Code', valueOf: ({ account }) => account },
  { header: 'Currency', valueOf: ({ currency }) => currency },
  { header: 'Debit', valueOf: ({ debit }) => debit },
  { header: 'Credit', valueOf: ({ credit }) => credit },
  { header: 'Balance', valueOf: ({ balance }) => balance },
];
