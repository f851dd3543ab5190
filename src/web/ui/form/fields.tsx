import './form.css';
import type { ComponentProps, JSX, ReactNode } from 'react';
import { FieldProblem } from './field-problem.tsx';

/** The props of every field. */
interface Field {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly problem: string | undefined;
}

/** An uncontrolled one-line field. */
export const TextField = ({ label, hint, problem, ...input }: Field & ComponentProps<'input'>): JSX.Element => (
  <FieldFrame id={input.id} label={label} hint={hint} problem={problem}>
    <input {...input} className="form-control" {...describe(input.id, hint, problem)} />
  </FieldFrame>
);

/** An uncontrolled field for several lines: at least 150 px high (spec 2, Contact), and resizable. */
export const TextAreaField = ({
  label,
  hint,
  problem,
  ...textArea
}: Field & ComponentProps<'textarea'>): JSX.Element => (
  <FieldFrame id={textArea.id} label={label} hint={hint} problem={problem}>
    <textarea
      {...textArea}
      dir="auto"
      className="form-control min-h-37.5 resize-y py-3"
      {...describe(textArea.id, hint, problem)}
    />
  </FieldFrame>
);

/** An uncontrolled select. Its children are the options. */
export const SelectField = ({ label, hint, problem, ...select }: Field & ComponentProps<'select'>): JSX.Element => (
  <FieldFrame id={select.id} label={label} hint={hint} problem={problem}>
    <select {...select} required className="form-control" {...describe(select.id, hint, problem)} />
  </FieldFrame>
);

interface FieldFrameProps extends Omit<Field, 'name'> {
  readonly children: ReactNode;
}

/** A label and its control, with the hint and the error below. */
const FieldFrame = ({ id, label, hint, problem, children }: FieldFrameProps): JSX.Element => (
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

/** Connects a control to its hint and its error for screen readers. */
const describe = (
  id: string,
  hint: ReactNode,
  problem: string | undefined,
): { 'aria-invalid': boolean; 'aria-describedby': string } => ({
  'aria-invalid': problem !== undefined,
  'aria-describedby': hint === undefined ? `${id}-problem` : `${id}-hint ${id}-problem`,
});
