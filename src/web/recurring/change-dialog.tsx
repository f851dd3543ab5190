import { useId, useState, type JSX, type SubmitEvent } from 'react';
import { recurringEndpoints } from '#contract/recurring-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { useCountry, useNumberMarks } from '#web/country/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { AmountField } from './amount-field.tsx';
import { ChangePreview } from './change-preview.tsx';
import { CharityField } from './charity-field.tsx';
import { giftOf } from './plan-words.ts';
import type { Plan } from './plan.ts';
import { SaveButton } from '#web/ui/save-button.tsx';
import { usePlanDeed } from './use-plan-deed.ts';
import { formOf, problemOf, readChange, type WantedTerms } from './wanted-change.ts';

interface ChangeDialogProps {
  readonly plan: Plan;
  readonly onClose: () => void;
}

/** Asks what a gift should be from its next charge on. It stands as long as it is on the page. */
export const ChangeDialog = ({ plan, onClose }: ChangeDialogProps): JSX.Element => (
  <Dialog isOpen onClose={onClose} title="Change this gift">
    <ChangeForm plan={plan} onClose={onClose} />
  </Dialog>
);

/** An own amount in the visitor's currency, or another charity, or both; and what it will be before it is sent. */
function ChangeForm({ plan, onClose }: ChangeDialogProps): JSX.Element {
  const writing = { currency: useCountry().currency, marks: useNumberMarks() };
  const [form, setForm] = useState(() => formOf(plan, writing));
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { isSaving, save } = useSave(plan, onClose);
  const amountId = useId();
  const change = readChange(plan, form, writing);
  const problem = problemOf(change);
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    setWasSubmitted(true);
    if (change.code === 'readable' && problem === undefined) void save(change);
    else document.getElementById(amountId)?.focus();
  };
  return (
    <form method="post" noValidate onSubmit={handleSubmit} className="plan-form" aria-label="Change this gift">
      <AmountField
        id={amountId}
        currency={writing.currency}
        text={form.amountText}
        problem={wasSubmitted ? problem : undefined}
        onChange={(amountText) => setForm({ ...form, amountText })}
      />
      <CharityField plan={plan} charityId={form.charityId} onChange={(charityId) => setForm({ ...form, charityId })} />
      <ChangePreview plan={plan} change={change} />
      <div className="plan-buttons">
        <SaveButton isSaving={isSaving} savingText="Saving…">
          Save changes
        </SaveButton>
        <Button tone="quiet" onClick={onClose}>
          Keep it as it is
        </Button>
      </div>
    </form>
  );
}

function useSave(plan: Plan, onDone: () => void): { isSaving: boolean; save: (terms: WantedTerms) => Promise<void> } {
  const doDeed = usePlanDeed();
  const [isSaving, setIsSaving] = useState(false);
  const save = async ({ body }: WantedTerms): Promise<void> => {
    if (isSaving) return;
    setIsSaving(true);
    const isDone = await doDeed({
      ask: () => callEndpoint(recurringEndpoints.changePlan, { params: { id: plan.id }, body }),
      tell: (changed) => ({
        title: 'Your monthly gift is changed',
        description: `From the next charge on it is ${giftOf(changed)}.`,
      }),
      failedTitle: 'Your monthly gift was not changed',
    });
    if (isDone) return onDone();
    setIsSaving(false);
  };
  return { isSaving, save };
}
