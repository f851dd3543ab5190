import { useId, useState, type JSX } from 'react';
import * as z from 'zod/mini';
import { currencies, type CurrencyCode } from '#domain/money/currency.ts';
import type { NumberSeparators } from '#domain/money/parse-amount.ts';
import { useCountry, useNumberSeparators } from '#web/country/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { readCustomAmount, suggestedAmount } from './custom-amount.ts';
import { updateDraft } from '../draft/draft-store.ts';

/** Prompts for an amount in the visitor's currency (spec 4, Custom Amount). Only a confirmed amount replaces the stack. */
export function CustomAmountDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { currency } = useCountry();
  const separators = useNumberSeparators();
  return (
    <Dialog isOpen onClose={onClose} title="Custom Amount">
      <AmountForm currency={currency} separators={separators} onClose={onClose} />
    </Dialog>
  );
}

interface AmountFormProps {
  readonly currency: CurrencyCode;
  readonly separators: NumberSeparators;
  readonly onClose: () => void;
}

function AmountForm({ currency, separators, onClose }: AmountFormProps): JSX.Element {
  const id = useId();
  const [suggestion] = useState(() => suggestedAmount(currency, separators));
  const { problems, formProps } = useForm(amountForm(currency, separators), async ({ amount }) => {
    if (amount) updateDraft({ kind: 'custom_amount_set', amount });
    onClose();
    return { code: 'done' };
  });
  return (
    <form {...formProps} className="grid gap-4">
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

/** The amount in the base currency; `undefined` for text that is not a number, which is ignored (spec 4). */
const amountForm = (currency: CurrencyCode, separators: NumberSeparators) =>
  z.object({
    amount: z.pipe(
      z.string(),
      z.transform((text, context) => {
        const read = readCustomAmount(text, currency, separators);
        if (read.code === 'accepted') return read.amount;
        if (read.code === 'ignored') return undefined;
        context.issues.push({ code: 'custom', message: read.sentence, input: text });
        return z.NEVER;
      }),
    ),
  });
