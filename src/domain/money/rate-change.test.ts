import { expect, test } from 'vitest';
import { describeChange } from './rate-change.ts';

test.each([
  ['1.36', '1.4', '+2.9%'],
  ['1.36', '1.224', '−10.0%'],
  ['1', '1.0004', '+0.0%'],
])('a change of a rate from %s to %s is %s', (before, after, text) => {
  expect(describeChange(before, after)).toBe(text);
});
