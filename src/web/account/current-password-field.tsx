import type { JSX } from 'react';
import { TextField } from '#web/ui/text-field.tsx';

interface CurrentPasswordFieldProps {
  readonly id: string;
  readonly label?: string;
  readonly problem: string | undefined;
}

/** Asks for today's password before something that not everybody at this screen should be able to do. */
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
