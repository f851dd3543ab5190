import './new-password-field.css';
import { useState, type JSX } from 'react';
import { TextField } from './fields.tsx';
import { passwordStrength, type PasswordStrength } from './password-strength.ts';

interface NewPasswordFieldProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly problem: string | undefined;
}

/** A field for choosing a password, with a strength hint. */
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

const strengthTexts: Readonly<Record<PasswordStrength, string>> = {
  empty: 'At least 6 characters. A few random words are easy to remember and hard to guess.',
  short: 'At least 6 characters.',
  weak: 'Easy to guess. Try making it longer.',
  fair: 'Fair. Longer is even better.',
  strong: 'Strong.',
};

const filledSteps: Readonly<Record<PasswordStrength, number>> = { empty: 0, short: 0, weak: 1, fair: 2, strong: 3 };

/** Shows a password's strength in words and in three steps. It never blocks the form. */
function StrengthHint({ password }: { readonly password: string }): JSX.Element {
  const strength = passwordStrength(password);
  return (
    <>
      <span aria-hidden="true" className="strength" data-strength={strength}>
        {[1, 2, 3].map((step) => (
          <span key={step} data-filled={step <= filledSteps[strength]} />
        ))}
      </span>
      <span aria-live="polite">{strengthTexts[strength]}</span>
    </>
  );
}
