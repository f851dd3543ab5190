import type { JSX } from 'react';
import type { TrialBalanceResponse } from '#contract/admin/money/accounting.ts';
import { accountingCalls } from '#contract/calls/admin/money/accounting.ts';
import { OwnFileLink } from '#web/session/index.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { QueryView, Skeleton } from '#web/ui/feedback/query-view.tsx';
import { formatCalendarDay } from '#web/ui/format-date.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Filters, useFilters, type Filter } from '../ui/filters.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import rules from './accounting.css?inline';
import { useTrialBalance } from './use-accounting.ts';

adoptStyles(rules);

/** The balance of every account at the end of a day, by currency. */
export function TrialBalance(): JSX.Element {
  const { day } = useFilters(filters);
  return (
    <section aria-labelledby="trial-balance" className="accounting-section">
      <h2 id="trial-balance">Trial balance</h2>
      <Filters label="Choose a day" filters={filters} action="Show" />
      <QueryView query={useTrialBalance(day)} loading={<Loading />} failure="We couldn't load the trial balance.">
        {(balance) => <TrialBalanceTables balance={balance} />}
      </QueryView>
    </section>
  );
}

const filters: readonly Filter[] = [{ name: 'day', label: 'Day', kind: 'date' }];

const Loading = (): JSX.Element => (
  <p role="status">
    <span className="sr-only">Loading…</span>
    <Skeleton className="accounting-skeleton" />
  </p>
);

const TrialBalanceTables = ({ balance }: { readonly balance: TrialBalanceResponse }): JSX.Element => {
  const { day, isFinished, totals } = balance;
  return (
    <>
      <p>
        {`At the end of ${formatCalendarDay(day)}, UTC. `}
        {isFinished ? 'Nothing more is posted to this day.' : 'This day is not finished.'}
      </p>
      {totals.length === 0 && <p className="text-muted">Nothing was posted by then.</p>}
      {totals.map(({ currency }) => (
        <section key={currency} aria-labelledby={`balance-${currency}`}>
          <h3 id={`balance-${currency}`}>{currency}</h3>
          <DataTable
            caption={`Balances in ${currency}`}
            columns={columns}
            rows={rowsIn(balance, currency)}
            keyOf={({ account }) => account}
            empty={null}
          />
        </section>
      ))}
      <p>
        <OwnFileLink href={`${accountingCalls.exportTrialBalance.path}?day=${day}`} className="link">
          Download as CSV
        </OwnFileLink>
      </p>
    </>
  );
};

type Line = TrialBalanceResponse['lines'][number];

/** The accounts of a currency, then their total. */
const rowsIn = ({ lines, totals }: TrialBalanceResponse, currency: string): readonly Line[] => [
  ...lines.filter((line) => line.currency === currency),
  ...totals
    .filter((total) => total.currency === currency)
    .map((total) => ({ account: 'total', name: 'Total', ...total })),
];

const columns: readonly Column<Line>[] = [
  { name: 'Account', cell: ({ name }) => name },
  { name: 'Debit', cell: ({ debit, currency }) => formatDecimal(debit, currency), isFigure: true },
  { name: 'Credit', cell: ({ credit, currency }) => formatDecimal(credit, currency), isFigure: true },
  { name: 'Balance', cell: ({ balance, currency }) => formatDecimal(balance, currency), isFigure: true },
];
