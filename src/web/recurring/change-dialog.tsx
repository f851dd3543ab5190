import { useId, useState, type JSX } from 'react';
import { currencies } from '#domain/money/currency.ts';
import { recurringCalls } from '#contract/calls/recurring.ts';
import { callEndpoint } from '#web/api.ts';
import { useMoneyFormat } from '#web/country/index.ts';
import { describeMeals, useAmountNotation } from '#web/donate/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { formatDay } from '#web/ui/format-date.ts';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { SaveButton } from '#web/ui/form/save-button.tsx';
import { useForm, type Submission } from '#web/ui/form/use-form.ts';
import { CharityField } from './charity-field.tsx';
import { changeForm, currentTerms, readChange, type PlanChange } from './plan-change.ts';
import { PlanLines } from './plan-lines.tsx';
import { describeGift } from './plan-texts.ts';
import type { Plan } from './plan.ts';
import { usePlanAction } from './use-plans.ts';

interface ChangeDialogProps {
  readonly plan: Plan;
  readonly onClose: () => void;
}

/** Changes a plan's amount or charity from its next charge on. The dialog is open while it is rendered. */
export const ChangeDialog = ({ plan, onClose }: ChangeDialogProps): JSX.Element => (
  <Dialog isOpen onClose={onClose} title={titleOf(plan)}>
    <ChangeForm plan={plan} onClose={onClose} />
  </Dialog>
);

const titleOf = ({ waitsForCharity }: Plan): string => (waitsForCharity ? 'Choose a charity' : 'Change this gift');

function ChangeForm({ plan, onClose }: ChangeDialogProps): JSX.Element {
  const notation = useAmountNotation();
  const format = useMoneyFormat();
  const [entered, setEntered] = useState(() => currentTerms(plan, notation));
  const runAction = usePlanAction();
  const amountId = useId();
  const { problems, isSubmitting, formProps } = useForm(
    changeForm(plan, notation),
    async (body): Promise<Submission> => {
      const isDone = await runAction({
        request: () => callEndpoint(recurringCalls.changePlan, { params: { id: plan.id }, body }),
        success: (changed) => ({
          title: plan.waitsForCharity ? 'Thank you for choosing' : 'Your monthly gift has been changed',
          description: `Starting with the next payment, it is ${describeGift(changed, format)}.`,
        }),
        failureTitle: "We couldn't change your monthly gift",
      });
      if (isDone) onClose();
      return isDone ? { code: 'done' } : { code: 'refused', problems: {} };
    },
  );
  return (
    <form {...formProps} className="plan-form" aria-label={titleOf(plan)}>
      <AmountField
        id={amountId}
        name="amount"
        label={`Amount per month in ${currencies[notation.currency].pluralName}`}
        currency={notation.currency}
        value={entered.amount}
        problem={problems['amount']}
        onChange={({ target }) => setEntered({ ...entered, amount: target.value })}
      />
      <CharityField
        plan={plan}
        charityId={entered.charityId}
        problem={problems['charityId']}
        onChange={(charityId) => setEntered({ ...entered, charityId })}
      />
      <ChangePreview plan={plan} change={readChange(plan, entered, notation)} />
      <div className="plan-buttons">
        <SaveButton isSaving={isSubmitting} savingText="Saving…">
          Save changes
        </SaveButton>
        <Button tone="quiet" onClick={onClose}>
          Discard changes
        </Button>
      </div>
    </form>
  );
}

/** The plan as it will be, shown before the change is sent. */
function ChangePreview({ plan, change }: { readonly plan: Plan; readonly change: PlanChange }): JSX.Element {
  const format = useMoneyFormat();
  const start = plan.nextChargeAt ? formatDay(plan.nextChargeAt) : 'with the next payment';
  return (
    <div aria-live="polite" className="plan-preview">
      {change.code === 'readable' ? (
        <>
          <p className="font-bold">{`Each month, starting ${start}`}</p>
          <PlanLines
            lines={[
              ['Your gift', format(change.amount)],
              ['Service fee (10%)', format(change.serviceFee)],
              ['Total', format(change.total)],
              ['Your card is charged', format(change.charge)],
            ]}
          />
          <p className="plan-meals">{describeMeals(change.meals)}</p>
        </>
      ) : (
        <p className="text-muted">Enter an amount to see the total.</p>
      )}
    </div>
  );
}
