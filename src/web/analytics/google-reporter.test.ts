import { expect, test } from 'vitest';
import { pagePattern } from './google-reporter.ts';

test.each([
  ['/', '/'],
  ['/about', '/about'],
  ['/about/', '/about'],
  ['/claim/don_0123456789abcdef', '/claim/:id'],
  ['/claims/don_0123456789abcdef', '/404'],
  ['/someone@example.org', '/404'],
])('%s is reported as %s', (path, pattern) => {
  expect(pagePattern(path, ['/', '/about', '/claim/:id'])).toBe(pattern);
});
