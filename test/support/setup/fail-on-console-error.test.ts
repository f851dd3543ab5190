import { expect, test, vi } from 'vitest';

test.fails('an unexpected console.error fails the test', () => {
  console.error('something went wrong');
  expect(true).toBe(true);
});

test('an expected console.error does not fail the test', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  console.error('as planned');
  expect(error).toHaveBeenCalledWith('as planned');
});
