import type { JSX } from 'react';
import type { PayoutResponse, PayoutEntry } from '#contract/admin/money/payouts.ts';
import { payoutCalls } from '#contract/calls/admin/money/payouts.ts';
import { callForPage } from '#web/api.ts';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { Link } from '#web/ui/link.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import { usePages } from '../ui/use-pages.ts';
import { Loading } from './loading.tsx';
import { payoutsKey } from './manage-payouts.ts';

const columns: readonly Column<PayoutEntry>[] = [
  {
    name: 'Donation',
    hasLongWords: true,
    cell: ({ donationId }) => (
      <Link to={`/admin/donations/${donationId}`} className="link">
        {donationId}
      </Link>
    ),
  },
  { name: 'Date', cell: ({ postedAt }) => formatMoment(new Date(postedAt)) },
  { name: 'Kind', cell: (entry) => kindOf(entry) },
  { name: 'Amount', isFigure: true, cell: ({ amount, currency }) => formatDecimal(amount, currency) },
];

function kindOf({ kind, amount, isCarried }: PayoutEntry): string {
  if (kind === 'donation') return 'Donation';
  if (amount > 0) return 'Refund taken back';
  return isCarried ? 'Refund of an earlier payout' : 'Refund';
}

/** The donations and refunds that a payout covers, oldest first. */
export function PayoutEntries({ payout }: { readonly payout: PayoutResponse }): JSX.Element {
  const { query, more } = usePages([...payoutsKey, 'entries', payout.id], (cursor, signal) =>
    callForPage(payoutCalls.listPayoutEntries, { params: { id: payout.id }, query: cursor, signal }),
  );
  return (
    <section aria-labelledby="entries">
      <h2 id="entries">{`Donations to ${payout.charityName}, ${payout.currency}`}</h2>
      <QueryView query={query} loading={<Loading />} failure="We couldn't load the donations.">
        {(entries) => (
          <DataTable
            caption="What this payout covers"
            columns={columns}
            rows={entries}
            keyOf={({ donationId, postedAt, amount }) => `${donationId} ${postedAt} ${amount}`}
            empty="This batch is canceled, so its payouts cover nothing."
            more={more}
          />
        )}
      </QueryView>
    </section>
  );
}
