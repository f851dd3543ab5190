import { lazy, useState, type JSX, type ReactNode } from 'react';
import { useParams } from 'wouter';
import type { BatchAnswer, PayoutAnswer } from '#contract/admin/payouts.ts';
import { payoutCalls } from '#contract/calls/admin/payouts.ts';
import { formatCount, formatCountOf } from '#domain/money/format.ts';
import { fileAddress } from '#web/api.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { Button } from '#web/ui/button.tsx';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { formatCalendarDay, formatMoment } from '#web/ui/format-date.ts';
import { Link } from '#web/ui/link.tsx';
import { AdminPage } from '../ui/admin-page.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import { BatchStatus } from './batch-status.tsx';
import { Loading } from './loading.tsx';
import rules from './payouts.css?inline';
import { useMayManagePayouts } from './manage-payouts.ts';
import { useBatch } from './use-payouts.ts';

adoptStyles(rules);

/** `/admin/payouts/{id}`: a batch with its payouts, its files and what it covers. */
export default function BatchPage(): JSX.Element {
  const { id = '' } = useParams();
  return (
    <AdminPage title="Batch of payouts" description="Payouts to charities." path="/admin/payouts" right="readMoney">
      <Batch key={id} id={id} />
    </AdminPage>
  );
}

function Batch({ id }: { readonly id: string }): JSX.Element {
  const query = useBatch(id);
  const mayManage = useMayManagePayouts();
  const [shown, setShown] = useState<PayoutAnswer>();
  const [returned, setReturned] = useState<PayoutAnswer>();
  return (
    <QueryView query={query} loading={<Loading />} failure="We couldn't load this batch.">
      {(batch) => (
        <div className="payouts">
          <BatchSummary batch={batch} />
          <section aria-labelledby="payouts">
            <h2 id="payouts">Payouts</h2>
            <DataTable
              caption="Payouts of this batch"
              columns={columnsOf(setShown, mayManage && batch.status === 'paid' ? setReturned : undefined)}
              rows={batch.items}
              keyOf={({ id: payoutId }) => payoutId}
              empty="This batch has no payouts."
            />
          </section>
          {shown && (
            <LazyPart isRequested>
              <PayoutEntries key={shown.id} payout={shown} />
            </LazyPart>
          )}
          {returned && (
            <LazyPart isRequested>
              <ReturnDialog payout={returned} onClose={() => setReturned(undefined)} />
            </LazyPart>
          )}
          {mayManage && batch.status !== 'canceled' && (
            <LazyPart>
              <BankFiles batch={batch} />
            </LazyPart>
          )}
          {mayManage && batch.status === 'open' && (
            <LazyPart>
              <BatchActions batch={batch} />
            </LazyPart>
          )}
        </div>
      )}
    </QueryView>
  );
}

const BatchSummary = ({ batch }: { readonly batch: BatchAnswer }): JSX.Element => (
  <section aria-label="Batch">
    <p>
      <BatchStatus status={batch.status} />
    </p>
    <p>{`Donations until ${formatCalendarDay(batch.day)}. Created ${formatMoment(new Date(batch.createdAt))} by ${batch.createdBy}: ${batch.reason}`}</p>
    <p>{decisionOf(batch)}</p>
  </section>
);

function decisionOf({ status, decidedBy, decidedAt, paidOn, reference }: BatchAnswer): string {
  if (decidedAt === null) return 'Someone else marks it as paid once the bank has made the transfers.';
  const when = formatMoment(new Date(decidedAt));
  if (status === 'canceled' || paidOn === null) return `Canceled ${when} by ${decidedBy}.`;
  return `Paid on ${formatCalendarDay(paidOn)}, reference ${reference}. Marked as paid ${when} by ${decidedBy}.`;
}

type Choose = (payout: PayoutAnswer) => void;

/** `markReturned` is there for those who may say that the bank returned a payout. */
const columnsOf = (show: Choose, markReturned: Choose | undefined): readonly Column<PayoutAnswer>[] => [
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
        <ReturnStatus payout={payout} />
      </>
    ),
  },
  { name: 'Statement', cell: (payout) => <StatementLinks payout={payout} /> },
  ...(markReturned ? [returnColumn(markReturned)] : []),
];

const StatementLinks = ({ payout: { id, charityName } }: { readonly payout: PayoutAnswer }): JSX.Element => (
  <span className="payouts-more">
    {statements.map(({ call, type }) => (
      <a
        key={type}
        className="link payouts-link"
        href={fileAddress(call, { id })}
        aria-label={`${type} statement for ${charityName}`}
        download
      >
        {type}
      </a>
    ))}
  </span>
);

const statements = [
  { call: payoutCalls.downloadStatement, type: 'PDF' },
  { call: payoutCalls.downloadStatementTable, type: 'CSV' },
] as const;

const returnColumn = (markReturned: Choose): Column<PayoutAnswer> => ({
  name: 'Action',
  cell: (payout) =>
    payout.returned === null &&
    !payout.isReturnWaiting && (
      <Button tone="quiet" onClick={() => markReturned(payout)}>
        Returned…
      </Button>
    ),
});

function ReturnStatus({ payout: { returned, isReturnWaiting } }: { readonly payout: PayoutAnswer }): ReactNode {
  if (isReturnWaiting)
    return (
      <small>
        <Link to="/admin/approvals" className="link">
          Return waits for approval
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

const BankFiles = lazy(async () => ({ default: (await import('./bank-files.tsx')).BankFiles }));
const BatchActions = lazy(async () => ({ default: (await import('./batch-actions.tsx')).BatchActions }));
const ReturnDialog = lazy(async () => ({ default: (await import('./return-dialog.tsx')).ReturnDialog }));
const PayoutEntries = lazy(async () => ({ default: (await import('./payout-entries.tsx')).PayoutEntries }));
