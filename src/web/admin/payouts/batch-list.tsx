import type { JSX } from 'react';
import type { ListedBatch } from '#contract/admin/money/payouts.ts';
import { payoutCalls } from '#contract/calls/admin/money/payouts.ts';
import { formatCount } from '#domain/money/format.ts';
import { callForPage } from '#web/api.ts';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { formatCalendarDay, formatMoment } from '#web/ui/format-date.ts';
import { Link } from '#web/ui/link.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import { usePages } from '../ui/use-pages.ts';
import { BatchStatus } from './batch-status.tsx';
import { Loading } from './loading.tsx';
import { payoutsKey } from './manage-payouts.ts';

const columns: readonly Column<ListedBatch>[] = [
  {
    name: 'Batch',
    cell: ({ id, day }) => (
      <Link to={`/admin/payouts/${id}`} className="link">
        {`Until ${formatCalendarDay(day)}`}
      </Link>
    ),
  },
  { name: 'Status', cell: ({ status }) => <BatchStatus status={status} /> },
  { name: 'Created', cell: ({ createdAt, createdBy }) => `${formatMoment(new Date(createdAt))} by ${createdBy}` },
  {
    name: 'Payouts',
    isFigure: true,
    cell: ({ payouts, returned }) => (
      <>
        {formatCount(payouts)}
        {returned !== 0 && <small>{`${formatCount(returned)} returned`}</small>}
      </>
    ),
  },
  {
    name: 'Amount',
    isFigure: true,
    cell: ({ sums }) => sums.map(({ amount, currency }) => formatDecimal(amount, currency)).join(', '),
  },
];

/** Every batch, newest first. */
export function BatchList(): JSX.Element {
  const { query, more } = usePages([...payoutsKey, 'batches'], (cursor, signal) =>
    callForPage(payoutCalls.listBatches, { query: cursor, signal }),
  );
  return (
    <section aria-labelledby="batches">
      <h2 id="batches">Batches</h2>
      <QueryView query={query} loading={<Loading />} failure="We couldn't load the batches.">
        {(batches) => (
          <DataTable
            caption="Batches of payouts"
            columns={columns}
            rows={batches}
            keyOf={({ id }) => id}
            empty="No batches yet."
            more={more}
          />
        )}
      </QueryView>
    </section>
  );
}
