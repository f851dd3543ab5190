import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasTooManyRefusals } from './newsletter.ts';

test.each([
  [0, 0, false],
  [0, 5, false],
  [0, 6, true],
  [37, 3, false],
  [94, 6, true],
  [95, 5, false],
  [113, 6, true],
  [114, 6, false],
  [190, 10, false],
  [189, 11, true],
  [9500, 500, false],
  [9499, 501, true],
])('%d sent and %d bounced are too many refusals: %s', (sent, bounced, expected) => {
  expect(hasTooManyRefusals({ sent, bounced })).toBe(expected);
});

test('another accepted email never causes too many refusals, and another refused one never ends them', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(10_000), (sent, bounced) => {
      if (!hasTooManyRefusals({ sent, bounced })) expect(hasTooManyRefusals({ sent: sent + 1, bounced })).toBe(false);
      else expect(hasTooManyRefusals({ sent, bounced: bounced + 1 })).toBe(true);
    }),
  );
});
