import type { JSX } from 'react';
import { recurringCalls } from '#contract/calls/recurring.ts';
import { callEndpoint } from '#web/api.ts';
import { useMoneyFormat } from '#web/country/index.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { describeGift } from './plan-texts.ts';
import type { Plan } from './plan.ts';
import { usePlanAction } from './use-plans.ts';

interface CancelDialogProps {
  readonly plan: Plan;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Confirms a cancellation: the second and last click. The dialog is open while it is rendered. */
export function CancelDialog({ plan, onClose, onDone }: CancelDialogProps): JSX.Element {
  const format = useMoneyFormat();
  const runAction = usePlanAction();
  const cancel = async (): Promise<void> => {
    const isDone = await runAction({
      request: () => callEndpoint(recurringCalls.cancelPlan, { params: { id: plan.id } }),
      success: () => ({
        title: 'Your monthly gift has ended',
        description: 'Nothing more will be charged. Thank you for every month.',
      }),
      failureTitle: "We couldn't cancel your monthly gift",
    });
    if (isDone) onDone();
  };
  return (
    <Dialog isOpen onClose={onClose} title="Cancel this gift?" role="alertdialog">
      <div className="plan-form">
        <p>
          {`Your gift of ${describeGift(plan, format)} ends now, and nothing more will be charged. `}
          What you&apos;ve given stays in your history.
        </p>
        <div className="plan-buttons">
          <ActionButton run={cancel} busyText="Canceling…">
            Cancel now
          </ActionButton>
          <Button tone="quiet" onClick={onClose}>
            Keep my gift
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
