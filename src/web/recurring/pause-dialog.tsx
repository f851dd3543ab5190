import { useId, useState, type JSX } from 'react';
import * as z from 'zod/mini';
import { recurringCalls } from '#contract/calls/recurring.ts';
import { chargeAfterPause, pauseMonthsMax } from '#domain/recurring/pause.ts';
import { callEndpoint } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { formatDay } from '#web/ui/format-date.ts';
import { SaveButton } from '#web/ui/form/save-button.tsx';
import { useForm, type Submission } from '#web/ui/form/use-form.ts';
import { adviceFor } from './plan-texts.ts';
import type { Plan } from './plan.ts';
import { usePlanAction } from './use-plans.ts';

interface PauseDialogProps {
  readonly plan: Plan;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Pauses a plan for a number of months. The dialog is open while it is rendered. */
export const PauseDialog = ({ plan, onClose, onDone }: PauseDialogProps): JSX.Element => (
  <Dialog isOpen onClose={onClose} title="Pause this gift">
    <PauseForm plan={plan} onClose={onClose} onDone={onDone} />
  </Dialog>
);

function PauseForm({ plan, onClose, onDone }: PauseDialogProps): JSX.Element {
  const [months, setMonths] = useState(1);
  const [nextGiftAt] = useState(() => plan.nextChargeAt ?? new Date());
  const resumesAt = chargeAfterPause({ nextChargeAt: nextGiftAt, startedAt: plan.startedAt }, months);
  const runAction = usePlanAction();
  const { isSubmitting, formProps } = useForm(pauseForm, async (body): Promise<Submission> => {
    const isDone = await runAction({
      request: () => callEndpoint(recurringCalls.pausePlan, { params: { id: plan.id }, body }),
      success: (paused) => ({ title: 'Your monthly gift is paused', description: adviceFor(paused) ?? '' }),
      failureTitle: "We couldn't pause your monthly gift",
    });
    if (isDone) onDone();
    return isDone ? { code: 'done' } : { code: 'refused', problems: {} };
  });
  return (
    <form {...formProps} className="plan-form" aria-label="Pause this gift">
      <MonthsField months={months} onChange={setMonths} />
      <p aria-live="polite">
        Nothing is charged before <strong>{formatDay(resumesAt)}</strong>. Then it resumes automatically. You can resume
        it earlier at any time.
      </p>
      <div className="plan-buttons">
        <SaveButton isSaving={isSubmitting} savingText="Pausing…">
          Pause
        </SaveButton>
        <Button tone="quiet" onClick={onClose}>
          Not now
        </Button>
      </div>
    </form>
  );
}

const pauseForm = z.object({ months: z.coerce.number() });

interface MonthsFieldProps {
  readonly months: number;
  readonly onChange: (months: number) => void;
}

function MonthsField({ months, onChange }: MonthsFieldProps): JSX.Element {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="font-bold">
        For how long
      </label>
      <select
        id={id}
        name="months"
        className="plan-field"
        value={months}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {Array.from({ length: pauseMonthsMax }, (_, index) => (
          <option key={index} value={index + 1}>
            {index === 0 ? '1 month' : `${index + 1} months`}
          </option>
        ))}
      </select>
    </div>
  );
}
