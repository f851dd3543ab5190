import { useState, type JSX } from 'react';
import * as z from 'zod/mini';
import { useLocation } from 'wouter';
import type { PayoutsResponse, PreviewedPayout } from '#contract/admin/money/payouts.ts';
import { reason } from '#contract/admin/reason.ts';
import { payoutCalls } from '#contract/calls/admin/money/payouts.ts';
import { formatCount } from '#domain/money/format.ts';
import { callEndpoint } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { formatCalendarDay } from '#web/ui/format-date.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import { StatusPill } from '../ui/status-pill.tsx';
import { Loading } from './loading.tsx';
import { useReloadPayouts } from './manage-payouts.ts';
import { usePreview } from './use-payouts.ts';

interface NewBatchProps {
  readonly today: string;
  readonly lost: PayoutsResponse['lost'];
}

/** A form for a new batch: its day, and the charities to pay. After a restore, it warns that batches may be missing. */
export function NewBatch({ today, lost }: NewBatchProps): JSX.Element {
  const [day, setDay] = useState(today);
  const query = usePreview(day);
  return (
    <section aria-labelledby="new-batch">
      <h2 id="new-batch">New batch</h2>
      {lost && (
        <p className="mb-4">
          <StatusPill tone="attention">Check first</StatusPill>
          {` A backup was restored. Batches that were created or paid between ${formatCalendarDay(lost.from)} and ${formatCalendarDay(lost.until)} may be missing here. Compare this page with the bank statement before you create one, so that no charity is paid twice.`}
        </p>
      )}
      <div className="payouts-day">
        <TextField
          id="batch-day"
          name="day"
          type="date"
          label="Donations until"
          max={today}
          value={day}
          onChange={({ target }) => target.value !== '' && setDay(target.value)}
          problem={undefined}
        />
      </div>
      <QueryView query={query} loading={<Loading />} failure="We couldn't load what can be paid.">
        {(payouts) => <PayoutChoice key={day} day={day} payouts={payouts} />}
      </QueryView>
    </section>
  );
}

const keyOf = ({ charityId, currency }: PreviewedPayout): string => `${charityId} ${currency}`;

interface PayoutChoiceProps {
  readonly day: string;
  readonly payouts: readonly PreviewedPayout[];
}

/** Every charity that can be paid is chosen at first. */
function PayoutChoice({ day, payouts }: PayoutChoiceProps): JSX.Element {
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setIsAsking] = useState(false);
  const [, navigate] = useLocation();
  const reload = useReloadPayouts();
  const chosen = payouts.filter((payout) => payout.problem === null && !excluded.has(keyOf(payout)));
  function toggle(key: string): void {
    setExcluded((before) =>
      before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key]),
    );
  }
  async function create(why: { readonly reason: string }): Promise<void> {
    const body = { day, payouts: chosen.map(toRequested), ...why };
    const { id } = await callEndpoint(payoutCalls.createBatch, { body }).finally(reload);
    navigate(`/admin/payouts/${id}`);
  }
  return (
    <>
      <DataTable
        caption="What can be paid"
        columns={columnsOf({ excluded, toggle })}
        rows={payouts}
        keyOf={keyOf}
        empty="No donations yet."
      />
      <p className="payouts-actions">
        <Button disabled={chosen.length === 0} onClick={() => setIsAsking(true)}>
          Create batch…
        </Button>
      </p>
      <ActionDialog
        isOpen={isAsking}
        title="Create this batch?"
        schema={reasonOnly}
        action="Create batch"
        busyText="Creating…"
        run={create}
        onDone={() => setIsAsking(false)}
        onClose={() => setIsAsking(false)}
      >
        <p>{`Payouts of donations until ${formatCalendarDay(day)}. Their amounts no longer change. Someone else marks the batch as paid.`}</p>
        <ul className="payouts-sums">
          {chosen.map((payout) => (
            <li key={keyOf(payout)}>{`${payout.charityName}: ${formatDecimal(payout.amount, payout.currency)}`}</li>
          ))}
        </ul>
      </ActionDialog>
    </>
  );
}

const reasonOnly = z.object({ reason });

const toRequested = ({ charityId, currency, amount }: PreviewedPayout) => ({ charityId, currency, amount });

interface Choice {
  /** The payouts that are left out, by key. */
  readonly excluded: ReadonlySet<string>;
  readonly toggle: (key: string) => void;
}

const partialSentence = 'Covers only the oldest donations. The next batch can cover more.';

const columnsOf = ({ excluded, toggle }: Choice): readonly Column<PreviewedPayout>[] => [
  {
    name: 'Charity',
    cell: (payout) => (
      <label className="payouts-choice">
        <input
          type="checkbox"
          disabled={payout.problem !== null}
          checked={payout.problem === null && !excluded.has(keyOf(payout))}
          onChange={() => toggle(keyOf(payout))}
        />
        {`${payout.charityName}, ${payout.currency}`}
      </label>
    ),
  },
  { name: 'Donations', isFigure: true, cell: ({ donations }) => formatCount(donations) },
  { name: 'Received', isFigure: true, cell: ({ received, currency }) => formatDecimal(received, currency) },
  { name: 'Refunded', isFigure: true, cell: ({ refunded, currency }) => formatDecimal(refunded, currency) },
  { name: 'Payout', isFigure: true, cell: ({ amount, currency }) => formatDecimal(amount, currency) },
  { name: 'Note', cell: ({ problem, isPartial }) => problem ?? (isPartial ? partialSentence : '–') },
];
