import type { JSX } from 'react';
import { passwordStrength, type PasswordStrength } from './password-strength.ts';

const words: Readonly<Record<PasswordStrength, string>> = {
  empty: 'At least 6 characters. A few words in a row are easy to keep in mind and hard to guess.',
  short: 'At least 6 characters.',
  weak: 'Easy to guess. A few more characters help most.',
  fair: 'Fair. Longer is better still.',
  strong: 'Strong.',
};

const stepsOf: Readonly<Record<PasswordStrength, number>> = { empty: 0, short: 0, weak: 1, fair: 2, strong: 3 };

/** Says how strong a password is, in words and in three steps. It holds nobody up. */
export function StrengthHint({ password }: { readonly password: string }): JSX.Element {
  const strength = passwordStrength(password);
  return (
    <>
      <span aria-hidden="true" className="strength" data-strength={strength}>
        {[1, 2, 3].map((step) => (
          <span key={step} data-filled={step <= stepsOf[strength]} />
        ))}
      </span>
      <span aria-live="polite">{words[strength]}</span>
    </>
  );
}
