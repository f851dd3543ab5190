import type { JSX } from 'react';
import type { CharityResponse } from '#contract/admin/money/bank-accounts.ts';
import { formatCalendarDay } from '#web/ui/format-date.ts';
import { Link } from '#web/ui/link.tsx';
import { DataTable, type Column } from '#web/admin/ui/data-table.tsx';
import { formatDecimal } from '#web/admin/ui/format-decimal.ts';
import { BatchStatus } from '../batch-status.tsx';

/** The newest payouts to a charity. */
export const CharityPayouts = ({ payouts }: Pick<CharityResponse, 'payouts'>): JSX.Element => (
  <section aria-labelledby="paid">
    <h2 id="paid">Payouts</h2>
    <DataTable
      caption="The newest payouts"
      columns={columns}
      rows={payouts}
      keyOf={({ id }) => id}
      empty="No payouts yet."
    />
  </section>
);

type Payout = CharityResponse['payouts'][number];

const columns: readonly Column<Payout>[] = [
  {
    name: 'Payout',
    cell: ({ batchId, day }) => (
      <Link to={`/admin/payouts/${batchId}`} className="link">
        {`Until ${formatCalendarDay(day)}`}
      </Link>
    ),
  },
  { name: 'Status', cell: ({ status }) => <BatchStatus status={status} /> },
  { name: 'Reference', cell: ({ reference }) => reference ?? '–' },
  { name: 'Amount', isFigure: true, cell: ({ amount, currency }) => formatDecimal(amount, currency) },
];
