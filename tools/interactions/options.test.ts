import { expect, test } from 'vitest';
import { readInteractionOptions } from './options.ts';

test('without options, both devices are measured at every slowdown', () => {
  expect(readInteractionOptions([])).toEqual({
    devices: ['desktop', 'phone'],
    slowdowns: [1, 4, 6],
    visits: 3,
    url: undefined,
  });
});

test('device, slowdown, visits and address can be chosen', () => {
  const chosen = ['--device', 'phone', '--slowdown', '4', '--visits', '1', '--url', 'http://localhost:3000'];
  expect(readInteractionOptions(chosen)).toEqual({
    devices: ['phone'],
    slowdowns: [4],
    visits: 1,
    url: 'http://localhost:3000',
  });
});

test.each([
  ['--device', 'watch'],
  ['--slowdown', '0'],
  ['--visits', '1.5'],
  ['--url', 'nowhere'],
  ['--fast'],
  ['home'],
])('the command line %s %s is refused', (...commandLine) => {
  expect(readInteractionOptions(commandLine.filter((part) => part !== undefined))).toBeUndefined();
});
