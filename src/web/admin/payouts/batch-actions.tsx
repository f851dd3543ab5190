import { useState, type JSX } from 'react';
import { cancelBatchRequest, payBatchRequest, type BatchResponse } from '#contract/admin/money/payouts.ts';
import { payoutCalls } from '#contract/calls/admin/money/payouts.ts';
import { callEndpoint } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import type { Problems } from '#web/ui/form/use-form.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import { useReloadPayouts } from './manage-payouts.ts';

/** Marks a batch as paid, or cancels it. Its creator can only cancel it, unless no one else could mark it as paid. */
export function BatchActions({ batch }: { readonly batch: BatchResponse }): JSX.Element {
  const { isOwn, mayWaive } = batch;
  const [asked, setAsked] = useState<'pay' | 'cancel'>();
  const reload = useReloadPayouts();
  const dialog: DialogProps = {
    batch,
    onDone: () => {
      setAsked(undefined);
      reload();
    },
    onClose: () => setAsked(undefined),
  };
  return (
    <section aria-label="Actions">
      {isOwn && !mayWaive && <p>You created this batch, so someone else has to mark it as paid.</p>}
      <p className="payouts-actions">
        {(!isOwn || mayWaive) && <Button onClick={() => setAsked('pay')}>Mark as paid…</Button>}
        <Button tone="quiet" onClick={() => setAsked('cancel')}>
          Cancel batch…
        </Button>
      </p>
      {asked === 'pay' && <PayDialog {...dialog} />}
      {asked === 'cancel' && <CancelDialog {...dialog} />}
    </section>
  );
}

interface DialogProps {
  readonly batch: BatchResponse;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const PayDialog = ({ batch: { id, sums, mayWaive }, onDone, onClose }: DialogProps): JSX.Element => (
  <ActionDialog
    isOpen
    title="Mark this batch as paid?"
    schema={payBatchRequest}
    action="Mark as paid"
    busyText="Saving…"
    run={(request) => callEndpoint(payoutCalls.payBatch, { params: { id }, body: { ...request, waive: mayWaive } })}
    onDone={onDone}
    onClose={onClose}
    fields={paymentFields}
    fieldOfCode={{ invalid_day: 'paidOn' }}
  >
    <p>{`The bank has paid ${sums.map(({ amount, currency }) => formatDecimal(amount, currency)).join(', ')}.`}</p>
    {mayWaive && (
      <p>
        You created this batch, and no one else on the team can mark it as paid, so you waive the second person. The
        audit log will show that.
      </p>
    )}
  </ActionDialog>
);

const paymentFields = (problems: Problems): JSX.Element => (
  <>
    <TextField id="paid-on" name="paidOn" type="date" label="Day of the transfers" problem={problems['paidOn']} />
    <TextField id="reference" name="reference" label="Reference of the transfer" problem={problems['reference']} />
  </>
);

const CancelDialog = ({ batch: { id }, onDone, onClose }: DialogProps): JSX.Element => (
  <ActionDialog
    isOpen
    title="Cancel this batch?"
    schema={cancelBatchRequest}
    action="Cancel batch"
    busyText="Canceling…"
    cancelText="Keep batch"
    run={(body) => callEndpoint(payoutCalls.cancelBatch, { params: { id }, body })}
    onDone={onDone}
    onClose={onClose}
  >
    <p>Its donations are paid with the next batch. If the bank already has the file, make sure that it does not pay.</p>
  </ActionDialog>
);
