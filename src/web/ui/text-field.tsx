import './form.css';
import type { ComponentProps, JSX, ReactNode } from 'react';
import { FieldProblem } from './field-problem.tsx';

/** What every field of a form has around its control. */
interface FieldFrameProps {
  readonly id: string;
  readonly label: string;
  /** What helps to fill the field in. */
  readonly hint?: ReactNode;
  readonly problem: string | undefined;
  readonly children: ReactNode;
}

/** A label, its control, and below it help or what is wrong. */
export const FieldFrame = ({ id, label, hint, problem, children }: FieldFrameProps): JSX.Element => (
  <div className="form-field">
    <label htmlFor={id}>{label}</label>
    {children}
    {hint !== undefined && (
      <div id={`${id}-hint`} className="form-hint">
        {hint}
      </div>
    )}
    <FieldProblem id={`${id}-problem`} sentence={problem} />
  </div>
);

/** Ties a control to its help and to what is wrong with it. */
export const describedBy = (id: string, hasHint: boolean): string =>
  hasHint ? `${id}-hint ${id}-problem` : `${id}-problem`;

interface TextFieldProps extends ComponentProps<'input'> {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly problem: string | undefined;
}

/** A field for a line of text, which keeps its text itself. */
export const TextField = ({ label, hint, problem, ...input }: TextFieldProps): JSX.Element => (
  <FieldFrame id={input.id} label={label} hint={hint} problem={problem}>
    <input
      {...input}
      className="form-control"
      aria-invalid={problem !== undefined}
      aria-describedby={describedBy(input.id, hint !== undefined)}
    />
  </FieldFrame>
);
