import { passwordMin } from '#contract/account/account.ts';

/** A rough estimate of how hard a password is to guess. Used for a hint, never to refuse a password (spec-readings, Accounts). */
export type PasswordStrength = 'empty' | 'short' | 'weak' | 'fair' | 'strong';

const fairPointsMin = 40;
const strongPointsMin = 64;

/** Scores length and kinds of characters. Length counts most, but only up to twice the number of distinct characters. */
export function passwordStrength(password: string): PasswordStrength {
  if (password === '') return 'empty';
  if (password.length < passwordMin) return 'short';
  const distinct = new Set(password).size;
  const effectiveLength = Math.min(password.length, distinct * 2);
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;
  const points = effectiveLength * (3 + kinds / 2);
  if (points >= strongPointsMin) return 'strong';
  return points >= fairPointsMin ? 'fair' : 'weak';
}
