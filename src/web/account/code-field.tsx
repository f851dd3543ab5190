import type { JSX } from 'react';
import { TextField } from '#web/ui/text-field.tsx';

interface CodeFieldProps {
  readonly id: string;
  readonly hint: string;
  readonly problem: string | undefined;
  /** Whether it answers the deed that brought it, and so goes on from there. */
  readonly takesFocus?: boolean;
}

/** Asks for a code of the authenticator, as a field named `code`. */
export const CodeField = ({ id, hint, problem, takesFocus = false }: CodeFieldProps): JSX.Element => (
  <TextField
    {...(takesFocus ? { ref: focus } : {})}
    id={id}
    name="code"
    label="Authenticator code"
    hint={hint}
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    required
    problem={problem}
  />
);

const focus = (input: HTMLInputElement | null): void => input?.focus();
