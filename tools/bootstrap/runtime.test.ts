import { expect, test } from 'vitest';
import { isOlder } from './runtime.mjs';

test.each([
  ['20.20.2', '22.18.0', true],
  ['9.11.2', '20.0.0', true],
  ['22.17.9', '22.18.0', true],
  ['22.18.0', '22.18.0', false],
  ['24.0.0', '22.18.0', false],
  ['20.0.0-rc.1', '20.0.0', false],
])('%s is older than %s: %s', (left, right, expected) => {
  expect(isOlder(left, right)).toBe(expected);
});
