import type { JSX, ReactNode, SelectHTMLAttributes } from 'react';
import { describedBy, FieldFrame } from './text-field.tsx';

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly problem: string | undefined;
  /** Its options. */
  readonly children: ReactNode;
}

/** A field with a list to choose from. */
export const SelectField = ({ label, hint, problem, children, ...select }: SelectFieldProps): JSX.Element => (
  <FieldFrame id={select.id} label={label} hint={hint} problem={problem}>
    <select
      {...select}
      required
      className="form-control"
      aria-invalid={problem !== undefined}
      aria-describedby={describedBy(select.id, hint !== undefined)}
    >
      {children}
    </select>
  </FieldFrame>
);
