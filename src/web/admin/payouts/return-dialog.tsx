import type { JSX } from 'react';
import { returnPayoutRequest } from '#contract/admin/money/payout-returns.ts';
import type { PayoutResponse } from '#contract/admin/money/payouts.ts';
import { payoutCalls } from '#contract/calls/admin/money/payouts.ts';
import { callEndpoint } from '#web/api.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import type { Problems } from '#web/ui/form/use-form.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import { useReloadPayouts } from './manage-payouts.ts';

interface ReturnDialogProps {
  readonly payout: PayoutResponse;
  readonly onClose: () => void;
}

/** Requests approval to record that the bank returned a payout. */
export function ReturnDialog({
  payout: { id, amount, currency, charityName },
  onClose,
}: ReturnDialogProps): JSX.Element {
  const reload = useReloadPayouts();
  return (
    <ActionDialog
      isOpen
      title="Did the bank return this payout?"
      schema={returnPayoutRequest}
      action="Ask for approval"
      busyText="Asking…"
      run={(body) => callEndpoint(payoutCalls.returnPayout, { params: { id }, body })}
      onDone={() => {
        onClose();
        reload();
      }}
      onClose={onClose}
      fields={returnFields}
      fieldOfCode={{ invalid_day: 'returnedOn' }}
    >
      <p>
        {`${formatDecimal(amount, currency)} came back from ${charityName}. Once someone else has approved this, it is owed again, and the next batch pays it.`}
      </p>
    </ActionDialog>
  );
}

const returnFields = (problems: Problems): JSX.Element => (
  <>
    <TextField
      id="returned-on"
      name="returnedOn"
      type="date"
      label="Day on which the money came back"
      problem={problems['returnedOn']}
    />
    <TextField id="bank-reason" name="bankReason" label="Reason of the bank" problem={problems['bankReason']} />
    <TextField id="reference" name="reference" label="Reference of the return" problem={problems['reference']} />
  </>
);
