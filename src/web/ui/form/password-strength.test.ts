import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test.each([
  ['', 'empty'],
  ['abc12', 'short'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['secret', 'weak'],
  ['passw0rd', 'weak'],
  ['Passw0rd!', 'fair'],
  ['bread and butter', 'strong'],
  ['correct horse battery', 'strong'],
])('%j is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});

test('a longer password is never called weaker', () => {
  const order = ['empty', 'short', 'weak', 'fair', 'strong'];
  const rank = (password: string): number => order.indexOf(passwordStrength(password));
  fc.assert(
    fc.property(fc.string(), fc.string(), (start, more) => {
      expect(rank(start + more)).toBeGreaterThanOrEqual(rank(start));
    }),
  );
});
