import { useId, useState, type SubmitEvent, type JSX } from 'react';
import { currencies, type CurrencyCode } from '#domain/money/currency.ts';
import type { NumberMarks } from '#domain/money/parse-amount.ts';
import { useCountry, useNumberMarks } from '#web/country/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FieldProblem } from '#web/ui/field-problem.tsx';
import { readCustomAmount, suggestedAmount } from './custom-amount.ts';
import { updateDraft } from './draft-store.ts';

interface CustomAmountDialogProps {
  readonly onClose: () => void;
}

/** Asks for an amount in the visitor's currency (spec 4, Custom Amount). Only a confirmed amount replaces the stack. */
export default function CustomAmountDialog({ onClose }: CustomAmountDialogProps): JSX.Element {
  const { currency } = useCountry();
  const marks = useNumberMarks();
  return (
    <Dialog isOpen onClose={onClose} title="Custom Amount">
      <AmountForm currency={currency} marks={marks} onClose={onClose} />
    </Dialog>
  );
}

interface AmountFormProps {
  readonly currency: CurrencyCode;
  readonly marks: NumberMarks;
  readonly onClose: () => void;
}

function AmountForm({ currency, marks, onClose }: AmountFormProps): JSX.Element {
  const [text, setText] = useState(() => suggestedAmount(currency, marks));
  const [problem, setProblem] = useState<string>();
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const read = readCustomAmount(text, currency, marks);
    if (read.code === 'out_of_range') return setProblem(read.sentence);
    if (read.code === 'accepted') updateDraft({ kind: 'custom_amount_set', amount: read.amount });
    onClose();
  };
  return (
    <form method="post" noValidate onSubmit={handleSubmit} className="grid gap-4">
      <AmountField currency={currency} text={text} problem={problem} onChange={setText} />
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

interface AmountFieldProps {
  readonly currency: CurrencyCode;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}

function AmountField({ currency, text, problem, onChange }: AmountFieldProps): JSX.Element {
  const id = useId();
  const { name, symbol } = currencies[currency];
  return (
    <div>
      <label htmlFor={id} className="font-bold">{`Amount in ${name}`}</label>
      <div className="amount-field" data-invalid={problem !== undefined}>
        <span aria-hidden="true">{symbol.trim()}</span>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={(event) => onChange(event.target.value)}
          onFocus={(event) => event.target.select()}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
        />
      </div>
      <FieldProblem id={`${id}-problem`} sentence={problem} />
    </div>
  );
}
