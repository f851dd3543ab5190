import type { JSX } from 'react';
import { currencies, type CurrencyCode } from '#domain/money/currency.ts';
import { FieldProblem } from '#web/ui/field-problem.tsx';

interface AmountFieldProps {
  readonly id: string;
  readonly currency: CurrencyCode;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}

/** What is given each month, without the fee, in the visitor's currency. */
export const AmountField = ({ id, currency, text, problem, onChange }: AmountFieldProps): JSX.Element => (
  <div>
    <label htmlFor={id} className="font-bold">{`Amount per month in ${currencies[currency].name}`}</label>
    <div className="plan-field plan-amount-field" data-invalid={problem !== undefined}>
      <span aria-hidden="true">{currencies[currency].symbol.trim()}</span>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={({ target }) => onChange(target.value)}
        onFocus={({ target }) => target.select()}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
      />
    </div>
    <FieldProblem id={`${id}-problem`} sentence={problem} />
  </div>
);
