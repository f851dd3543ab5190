import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readItemId, writeItemId, type ReviewItemKey } from './review-item.ts';

const id = fc.string({ minLength: 1 });
const key = fc.oneof(
  fc.record({
    kind: fc.constantFrom('quarantined' as const, 'dispute'),
    provider: fc.constantFrom('stripe' as const, 'paypal'),
    id,
  }),
  fc.record({ kind: fc.constantFrom('job' as const, 'difference'), id }),
);

test('an item can be read from the text of its key, whatever the id contains', () => {
  fc.assert(
    fc.property(key, (named: ReviewItemKey) => {
      expect(readItemId(writeItemId(named))).toEqual(named);
    }),
  );
});

test.each(['', 'job:', 'quarantined:evt_1', 'quarantined:other:evt_1', 'payment:stripe:pi_1'])(
  '%j names no item',
  (text) => {
    expect(readItemId(text)).toBeUndefined();
  },
);
