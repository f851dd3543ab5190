import type { JSX } from 'react';
import { recurringEndpoints } from '#contract/recurring-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { DeedButton } from '#web/ui/deed-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { giftOf } from './plan-words.ts';
import type { Plan } from './plan.ts';
import { usePlanDeed } from './use-plan-deed.ts';

interface CancelDialogProps {
  readonly plan: Plan;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The second and last click on the way out: it says what happens and asks for nothing more. */
export function CancelDialog({ plan, onClose, onDone }: CancelDialogProps): JSX.Element {
  const doDeed = usePlanDeed();
  const cancel = async (): Promise<void> => {
    const isDone = await doDeed({
      ask: () => callEndpoint(recurringEndpoints.cancelPlan, { params: { id: plan.id } }),
      tell: () => ({
        title: 'Your monthly gift has ended',
        description: 'Nothing more will be charged. Thank you for every month.',
      }),
      failedTitle: 'Your monthly gift was not cancelled',
    });
    if (isDone) onDone();
  };
  return (
    <Dialog isOpen onClose={onClose} title="Cancel this gift?" role="alertdialog">
      <div className="plan-form">
        <p>{`Your gift of ${giftOf(plan)} ends at once, and nothing more is charged. What you gave stays in your history.`}</p>
        <div className="plan-buttons">
          <DeedButton run={cancel} busyText="Cancelling…">
            Cancel now
          </DeedButton>
          <Button tone="quiet" onClick={onClose}>
            Keep it
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
