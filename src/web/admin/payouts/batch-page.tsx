import { lazy, useState, type JSX } from 'react';
import { useParams } from 'wouter';
import type { BatchResponse, PayoutResponse } from '#contract/admin/money/payouts.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { formatCalendarDay, formatMoment } from '#web/ui/format-date.ts';
import { Link } from '#web/ui/link.tsx';
import { AdminPage } from '../ui/admin-page.tsx';
import { RecordView } from '../ui/record-view.tsx';
import { BatchStatus } from './batch-status.tsx';
import { Loading } from './loading.tsx';
import rules from './payouts.css?inline';
import { useCanManagePayouts } from './manage-payouts.ts';
import { useBatch } from './use-payouts.ts';

adoptStyles(rules);

/** `/admin/payouts/{id}`: a batch with its payouts, its files and what it covers. */
export default function BatchPage(): JSX.Element {
  const { id = '' } = useParams();
  return (
    <AdminPage
      title="Batch of payouts"
      description="Payouts to charities."
      path="/admin/payouts"
      right="readMoney"
      aside={
        <Link to="/admin/payouts" className="link">
          All payouts
        </Link>
      }
    >
      <Batch key={id} id={id} />
    </AdminPage>
  );
}

function Batch({ id }: { readonly id: string }): JSX.Element {
  const query = useBatch(id);
  const canManage = useCanManagePayouts();
  const [shown, setShown] = useState<PayoutResponse>();
  const [returned, setReturned] = useState<PayoutResponse>();
  return (
    <RecordView query={query} loading={<Loading />} failure="We couldn't load this batch.">
      {(batch) => (
        <div className="payouts">
          <BatchSummary batch={batch} />
          <section aria-labelledby="payouts">
            <h2 id="payouts">Payouts</h2>
            <LazyPart loading={<Loading />}>
              <PayoutsTable
                payouts={batch.items}
                hasStatements={batch.status !== 'canceled'}
                show={setShown}
                markReturned={canManage && batch.status === 'paid' ? setReturned : undefined}
              />
            </LazyPart>
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
          {canManage && batch.status !== 'canceled' && (
            <LazyPart>
              <BankFiles batch={batch} />
            </LazyPart>
          )}
          {canManage && batch.status === 'open' && (
            <LazyPart>
              <BatchActions batch={batch} />
            </LazyPart>
          )}
        </div>
      )}
    </RecordView>
  );
}

const BatchSummary = ({ batch }: { readonly batch: BatchResponse }): JSX.Element => (
  <section aria-label="Batch">
    <p>
      <BatchStatus status={batch.status} />
    </p>
    <p>{`Donations until ${formatCalendarDay(batch.day)}. Created ${formatMoment(new Date(batch.createdAt))} by ${batch.createdBy}: ${batch.reason}`}</p>
    <p role="status">{decisionOf(batch)}</p>
  </section>
);

function decisionOf({ status, createdBy, mayWaive, decidedBy, decidedAt, paidOn, reference }: BatchResponse): string {
  if (decidedAt === null)
    return mayWaive
      ? 'Mark it as paid once the bank has made the transfers.'
      : `Someone other than ${createdBy} marks it as paid once the bank has made the transfers.`;
  const when = formatMoment(new Date(decidedAt));
  if (status === 'canceled' || paidOn === null) return `Canceled ${when} by ${decidedBy}.`;
  return `Paid on ${formatCalendarDay(paidOn)}, reference ${reference}. Marked as paid ${when} by ${decidedBy}.`;
}

const BankFiles = lazy(async () => ({ default: (await import('./bank-files.tsx')).BankFiles }));
const BatchActions = lazy(async () => ({ default: (await import('./batch-actions.tsx')).BatchActions }));
const ReturnDialog = lazy(async () => ({ default: (await import('./return-dialog.tsx')).ReturnDialog }));
const PayoutsTable = lazy(async () => ({ default: (await import('./payouts-table.tsx')).PayoutsTable }));
const PayoutEntries = lazy(async () => ({ default: (await import('./payout-entries.tsx')).PayoutEntries }));
