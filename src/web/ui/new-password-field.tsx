import './new-password-field.css';
import { useState, type JSX } from 'react';
import { StrengthHint } from './strength-hint.tsx';
import { TextField } from './text-field.tsx';

interface NewPasswordFieldProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly problem: string | undefined;
}

/** A field for a password to be, with a hint at its strength. */
export function NewPasswordField(field: NewPasswordFieldProps): JSX.Element {
  const [password, setPassword] = useState('');
  return (
    <TextField
      {...field}
      type="password"
      hint={<StrengthHint password={password} />}
      autoComplete="new-password"
      required
      onChange={(event) => setPassword(event.target.value)}
    />
  );
}
