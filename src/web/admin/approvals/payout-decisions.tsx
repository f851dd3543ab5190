import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { WaitingPayoutDecision } from '#contract/admin/money/payouts.ts';
import { payoutCalls } from '#contract/calls/admin/money/payouts.ts';
import { formatCountOf } from '#domain/money/format.ts';
import { callEndpoint } from '#web/api.ts';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { formatCalendarDay, formatMoment } from '#web/ui/format-date.ts';
import { Link } from '#web/ui/link.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';

/** Payout batches and bank accounts that wait for a second person. They are decided on their own pages. */
export function PayoutDecisions(): JSX.Element {
  const query = useQuery({
    queryKey: ['admin', 'payout-decisions'],
    queryFn: ({ signal }) => callEndpoint(payoutCalls.listPayoutDecisions, { signal }),
    staleTime: 0,
  });
  return (
    <section aria-labelledby="payout-decisions" className="grid gap-3">
      <h2 id="payout-decisions">Payouts and bank accounts</h2>
      <QueryView
        query={query}
        loading={<Spinner label="Loading the payouts…" />}
        failure="We couldn't load the payouts."
      >
        {(decisions) => (
          <DataTable
            caption="Payouts and bank accounts that wait for a second person"
            columns={columns}
            rows={decisions}
            keyOf={(decision) => `${pageOf(decision)} ${decision.requestedAt}`}
            empty="No payout or bank account is waiting for a second person."
          />
        )}
      </QueryView>
    </section>
  );
}

const columns: readonly Column<WaitingPayoutDecision>[] = [
  {
    name: 'What',
    cell: (decision) => (
      <Link to={pageOf(decision)} className="link">
        {describe(decision)}
      </Link>
    ),
  },
  {
    name: 'Requested',
    cell: ({ requestedBy, requestedAt }) => `${requestedBy}, ${formatMoment(new Date(requestedAt))}`,
  },
  { name: 'Decision', cell: ({ mayDecide }) => (mayDecide ? 'Waiting for you.' : 'Waiting for someone else.') },
];

const pageOf = (decision: WaitingPayoutDecision): string =>
  decision.kind === 'payout_batch' ? `/admin/payouts/${decision.batchId}` : `/admin/charities/${decision.charityId}`;

function describe(decision: WaitingPayoutDecision): string {
  if (decision.kind === 'payout_batch') {
    const sums = decision.sums.map(({ amount, currency }) => formatDecimal(amount, currency)).join(', ');
    return `${formatCountOf(decision.payouts, 'payout')} up to ${formatCalendarDay(decision.day)}: ${sums}`;
  }
  const account = decision.charityName === null ? 'Our bank account' : `Bank account of ${decision.charityName}`;
  return `${account} in ${decision.currency}, ending in ${decision.lastFour}`;
}
