import { useId, useState, type JSX } from 'react';
import * as z from 'zod/mini';
import { currencies } from '#domain/money/currency.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { readCustomAmount, suggestedAmount, useAmountNotation, type AmountNotation } from './custom-amount.ts';
import { updateDraft } from '../draft/draft-store.ts';

/** Prompts for an amount in the visitor's currency (spec 4, Custom Amount). Only a confirmed amount replaces the stack. */
export function CustomAmountDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const notation = useAmountNotation();
  return (
    <Dialog isOpen onClose={onClose} title="Custom Amount">
      <AmountForm notation={notation} onClose={onClose} />
    </Dialog>
  );
}

interface AmountFormProps {
  readonly notation: AmountNotation;
  readonly onClose: () => void;
}

function AmountForm({ notation, onClose }: AmountFormProps): JSX.Element {
  const id = useId();
  const { currency } = notation;
  const [suggestion] = useState(() => suggestedAmount(notation));
  const { problems, formProps } = useForm(amountForm(notation), async ({ amount }) => {
    updateDraft({ kind: 'custom_amount_set', entered: amount });
    onClose();
    return { code: 'done' };
  });
  return (
    <form {...formProps} className="grid grid-cols-1 gap-4">
      <AmountField
        id={id}
        name="amount"
        label={`Amount in ${currencies[currency].pluralName}`}
        currency={currency}
        defaultValue={suggestion}
        problem={problems['amount']}
      />
      <div className="dialog-buttons">
        <Button tone="primary" size="large" type="submit">
          Use this amount
        </Button>
        <Button tone="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** The amount as typed. The dialog stays open with an error while the amount cannot be used (spec-readings, Custom amount). */
const amountForm = (notation: AmountNotation) =>
  z.object({
    amount: z.pipe(
      z.string(),
      z.transform((text, context) => {
        const read = readCustomAmount(text, notation);
        if (read.code === 'accepted') return read.entered;
        context.issues.push({ code: 'custom', message: read.sentence, input: text });
        return z.NEVER;
      }),
    ),
  });
