import type { ComponentProps, JSX } from 'react';
import { currencies, type CurrencyCode } from '#domain/money/currency.ts';
import { adoptStyles } from '../adopt-styles.ts';
import rules from './amount-field.css?inline';
import { FieldProblem } from './field-problem.tsx';

adoptStyles(rules);

interface AmountFieldProps extends ComponentProps<'input'> {
  readonly id: string;
  readonly label: string;
  readonly currency: CurrencyCode;
  readonly problem: string | undefined;
}

/** A field for an amount of money: a bare number, with the currency's symbol in front. */
export const AmountField = ({ label, currency, problem, ...input }: AmountFieldProps): JSX.Element => (
  <div>
    <label htmlFor={input.id} className="font-bold">
      {label}
    </label>
    <div className="amount-field" data-invalid={problem !== undefined}>
      <span aria-hidden="true">{currencies[currency].symbol.trim()}</span>
      <input
        {...input}
        inputMode="decimal"
        autoComplete="off"
        onFocus={({ target }) => target.select()}
        aria-invalid={problem !== undefined}
        aria-describedby={`${input.id}-problem`}
      />
    </div>
    <FieldProblem id={`${input.id}-problem`} sentence={problem} />
  </div>
);
