import { useId, useState, type JSX, type SubmitEvent } from 'react';
import { pauseMonthsMax } from '#domain/recurring/pause.ts';
import { recurringEndpoints } from '#contract/recurring-endpoints.ts';
import { monthsLater } from '#domain/recurring/months-later.ts';
import { callEndpoint } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { formatDay } from '#web/ui/format-date.ts';
import { adviceFor } from './plan-words.ts';
import type { Plan } from './plan.ts';
import { SaveButton } from '#web/ui/save-button.tsx';
import { usePlanDeed } from './use-plan-deed.ts';

interface PauseDialogProps {
  readonly plan: Plan;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks for how long a gift pauses. It stands as long as it is on the page. */
export const PauseDialog = ({ plan, onClose, onDone }: PauseDialogProps): JSX.Element => (
  <Dialog isOpen onClose={onClose} title="Pause this gift">
    <PauseForm plan={plan} onClose={onClose} onDone={onDone} />
  </Dialog>
);

function PauseForm({ plan, onClose, onDone }: PauseDialogProps): JSX.Element {
  const id = useId();
  const [months, setMonths] = useState(1);
  // As many gifts are left out as months are chosen, the next one first: so the server counts, by its own clock.
  const [nextGiftAt] = useState(() => plan.nextChargeAt ?? new Date());
  const { isSaving, pause } = usePause(plan, onDone);
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    void pause(months);
  };
  return (
    <form method="post" noValidate onSubmit={handleSubmit} className="plan-form" aria-label="Pause this gift">
      <div>
        <label htmlFor={id} className="font-bold">
          For how long
        </label>
        <select
          id={id}
          className="plan-field"
          value={months}
          onChange={({ target }) => setMonths(Number(target.value))}
        >
          {Array.from({ length: pauseMonthsMax }, (_, index) => (
            <option key={index} value={index + 1}>
              {index === 0 ? '1 month' : `${index + 1} months`}
            </option>
          ))}
        </select>
      </div>
      <p aria-live="polite">
        Nothing is charged before <strong>{formatDay(monthsLater(nextGiftAt, months))}</strong>. Then it goes on by
        itself. You can resume it earlier at any time.
      </p>
      <div className="plan-buttons">
        <SaveButton isSaving={isSaving} savingText="Pausing…">
          Pause
        </SaveButton>
        <Button tone="quiet" onClick={onClose}>
          Do not pause
        </Button>
      </div>
    </form>
  );
}

function usePause(plan: Plan, onDone: () => void): { isSaving: boolean; pause: (months: number) => Promise<void> } {
  const doDeed = usePlanDeed();
  const [isSaving, setIsSaving] = useState(false);
  const pause = async (months: number): Promise<void> => {
    if (isSaving) return;
    setIsSaving(true);
    const isDone = await doDeed({
      ask: () => callEndpoint(recurringEndpoints.pausePlan, { params: { id: plan.id }, body: { months } }),
      tell: (paused) => ({ title: 'Your monthly gift is paused', description: adviceFor(paused) ?? '' }),
      failedTitle: 'Your monthly gift was not paused',
    });
    if (isDone) return onDone();
    setIsSaving(false);
  };
  return { isSaving, pause };
}
