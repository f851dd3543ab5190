import type { JSX } from 'react';
import type { PayeeFiguresAnswer } from '#contract/admin/payouts.ts';
import { Link } from '#web/ui/link.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';

type Figure = 'owed' | 'payable' | 'young' | 'disputed' | 'inBatches' | 'paid';

const figure = (name: string, of: Figure): Column<PayeeFiguresAnswer> => ({
  name,
  isFigure: true,
  cell: (row) => formatDecimal(row[of], row.currency),
});

const columns: readonly Column<PayeeFiguresAnswer>[] = [
  {
    name: 'Charity',
    cell: ({ charityId, charityName }) => (
      <Link to={`/admin/charities/${charityId}`} className="link">
        {charityName}
      </Link>
    ),
  },
  figure('Owed', 'owed'),
  figure('Payable', 'payable'),
  figure('Too young', 'young'),
  figure('Disputed', 'disputed'),
  figure('In batches', 'inBatches'),
  figure('Paid', 'paid'),
];

/** What each charity is owed per currency. Owed is the sum of the four columns after it. */
export const FiguresTable = ({ figures }: { readonly figures: readonly PayeeFiguresAnswer[] }): JSX.Element => (
  <DataTable
    caption="What charities are owed"
    columns={columns}
    rows={figures}
    keyOf={({ charityId, currency }) => `${charityId} ${currency}`}
    empty="No donations yet."
  />
);
