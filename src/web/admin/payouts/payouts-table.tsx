import type { JSX, ReactNode } from 'react';
import type { PayoutResponse } from '#contract/admin/money/payouts.ts';
import { payoutCalls } from '#contract/calls/admin/money/payouts.ts';
import { formatCount, formatCountOf } from '#domain/money/format.ts';
import { fileAddress } from '#web/api.ts';
import { OwnFileLink } from '#web/session/index.ts';
import { Button } from '#web/ui/button.tsx';
import { formatCalendarDay, formatMoment } from '#web/ui/format-date.ts';
import { Link } from '#web/ui/link.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import { BatchStatus } from './batch-status.tsx';

type Choose = (payout: PayoutResponse) => void;

interface PayoutsTableProps {
  readonly payouts: readonly PayoutResponse[];
  /** False for a canceled batch, whose statements would promise money that will not be paid. */
  readonly hasStatements: boolean;
  /** Shows what a payout covers. */
  readonly show: Choose;
  /** Records that the bank returned a payout. Undefined if the batch is not paid, or the reader may not do this. */
  readonly markReturned: Choose | undefined;
}

/** The payouts of a batch. */
export const PayoutsTable = ({ payouts, hasStatements, show, markReturned }: PayoutsTableProps): JSX.Element => (
  <DataTable
    caption="Payouts of this batch"
    columns={columnsOf(hasStatements, show, markReturned)}
    rows={payouts}
    keyOf={({ id }) => id}
    empty="This batch has no payouts."
  />
);

const columnsOf = (
  hasStatements: boolean,
  show: Choose,
  markReturned: Choose | undefined,
): readonly Column<PayoutResponse>[] => [
  {
    name: 'Charity',
    cell: ({ charityId, charityName }) => (
      <Link to={`/admin/charities/${charityId}`} className="link">
        {charityName}
      </Link>
    ),
  },
  { name: 'Account', cell: ({ lastFour }) => `…${lastFour}` },
  {
    name: 'Donations',
    isFigure: true,
    cell: (payout) => (
      <button
        type="button"
        className="link payouts-link"
        aria-label={`Show ${formatCountOf(payout.donations, 'donation')} to ${payout.charityName}`}
        onClick={() => show(payout)}
      >
        {formatCount(payout.donations)}
      </button>
    ),
  },
  { name: 'Received', isFigure: true, cell: ({ received, currency }) => formatDecimal(received, currency) },
  {
    name: 'Refunded',
    isFigure: true,
    cell: ({ refunded, reversedSince, currency }) => (
      <>
        {formatDecimal(refunded, currency)}
        {reversedSince !== 0 && <small>{`${formatDecimal(reversedSince, currency)} since, deducted next time`}</small>}
      </>
    ),
  },
  {
    name: 'Payout',
    isFigure: true,
    cell: (payout) => (
      <>
        {formatDecimal(payout.amount, payout.currency)}
        {payout.confirmedAt !== null && (
          <small>{`Confirmed by the charity ${formatMoment(new Date(payout.confirmedAt))}`}</small>
        )}
        <ReturnStatus payout={payout} />
      </>
    ),
  },
  ...(hasStatements
    ? [{ name: 'Statement', cell: (payout: PayoutResponse) => <StatementLinks payout={payout} /> }]
    : []),
  ...(markReturned ? [returnColumn(markReturned)] : []),
];

const StatementLinks = ({ payout: { id, charityName } }: { readonly payout: PayoutResponse }): JSX.Element => (
  <span className="payouts-more">
    {statements.map(({ call, type }) => (
      <OwnFileLink key={type} className="link payouts-link" href={fileAddress(call, { id })}>
        {type}
        <span className="sr-only">{` statement for ${charityName}`}</span>
      </OwnFileLink>
    ))}
  </span>
);

const statements = [
  { call: payoutCalls.downloadStatement, type: 'PDF' },
  { call: payoutCalls.downloadStatementTable, type: 'CSV' },
] as const;

const returnColumn = (markReturned: Choose): Column<PayoutResponse> => ({
  name: 'Action',
  cell: (payout) =>
    payout.returned === null &&
    !payout.isReturnWaiting && (
      <Button tone="quiet" onClick={() => markReturned(payout)}>
        Returned…
      </Button>
    ),
});

function ReturnStatus({ payout: { returned, isReturnWaiting } }: { readonly payout: PayoutResponse }): ReactNode {
  if (isReturnWaiting)
    return (
      <small>
        <Link to="/admin/approvals" className="link">
          Return is waiting for approval
        </Link>
      </small>
    );
  if (returned === null) return undefined;
  const { returnedOn, bankReason, reference } = returned;
  return (
    <small>
      <BatchStatus status="returned" />
      <span>{` ${formatCalendarDay(returnedOn)}: ${bankReason}, reference ${reference}`}</span>
    </small>
  );
}
