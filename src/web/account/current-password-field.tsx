import type { JSX } from 'react';
import { TextField } from '#web/ui/form/fields.tsx';

interface CurrentPasswordFieldProps {
  readonly id: string;
  readonly label?: string;
  readonly problem: string | undefined;
}

/** Asks for the current password before a change that needs more than an open session. */
export const CurrentPasswordField = ({
  id,
  label = 'Your password',
  problem,
}: CurrentPasswordFieldProps): JSX.Element => (
  <TextField
    id={id}
    name="password"
    type="password"
    label={label}
    autoComplete="current-password"
    required
    problem={problem}
  />
);
