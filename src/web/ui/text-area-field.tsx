import type { ComponentProps, JSX, ReactNode } from 'react';
import { describedBy, FieldFrame } from './text-field.tsx';

interface TextAreaFieldProps extends ComponentProps<'textarea'> {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly problem: string | undefined;
}

/** A field for more than one line: at least 150 px high (spec 2, Contact), and as high as whoever writes pulls it. */
export const TextAreaField = ({ label, hint, problem, ...textArea }: TextAreaFieldProps): JSX.Element => (
  <FieldFrame id={textArea.id} label={label} hint={hint} problem={problem}>
    <textarea
      {...textArea}
      dir="auto"
      className="form-control min-h-37.5 resize-y py-3"
      aria-invalid={problem !== undefined}
      aria-describedby={describedBy(textArea.id, hint !== undefined)}
    />
  </FieldFrame>
);
