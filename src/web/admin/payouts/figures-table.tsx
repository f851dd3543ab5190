import type { JSX } from 'react';
import type { PayeeFiguresResponse } from '#contract/admin/money/payouts.ts';
import { Link } from '#web/ui/link.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';

type Figure = 'owed' | 'payable' | 'inBatches' | 'paid';

const figure = (name: string, of: Figure): Column<PayeeFiguresResponse> => ({
  name,
  isFigure: true,
  cell: (row) => formatDecimal(row[of], row.currency),
});

const charityColumn: Column<PayeeFiguresResponse> = {
  name: 'Charity',
  cell: ({ charityId, charityName }) => (
    <Link to={`/admin/charities/${charityId}`} className="link">
      {charityName}
    </Link>
  ),
};

const currencyColumn: Column<PayeeFiguresResponse> = { name: 'Currency', cell: ({ currency }) => currency };

const heldColumn: Column<PayeeFiguresResponse> = {
  name: 'Held',
  isFigure: true,
  cell: ({ young, disputed, currency }) => (
    <>
      {formatDecimal(young + disputed, currency)}
      {disputed !== 0 && <small>{`${formatDecimal(disputed, currency)} disputed`}</small>}
    </>
  ),
};

const figureColumns: readonly Column<PayeeFiguresResponse>[] = [
  figure('Owed', 'owed'),
  figure('Payable', 'payable'),
  heldColumn,
  figure('In batches', 'inBatches'),
  figure('Paid', 'paid'),
];

interface FiguresTableProps {
  readonly figures: readonly PayeeFiguresResponse[];
  /** True if all figures are of the charity that the page names. */
  readonly isOneCharity?: boolean;
}

/** What charities are owed and were paid, by currency. The column Owed is the sum of the three columns after it. */
export const FiguresTable = ({ figures, isOneCharity = false }: FiguresTableProps): JSX.Element => (
  <DataTable
    caption="What charities are owed"
    columns={[isOneCharity ? currencyColumn : charityColumn, ...figureColumns]}
    rows={figures}
    keyOf={({ charityId, currency }) => `${charityId} ${currency}`}
    empty="No donations yet."
  />
);
