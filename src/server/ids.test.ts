import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isId, newId, systemRandom } from './ids.ts';

const digits = '0123456789abcdefghjkmnpqrstvwxyz';
const sixteenBytes = fc.uint8Array({ minLength: 16, maxLength: 16 });
const fixed = (bytes: Uint8Array) => ({ bytes: () => bytes });

test('an id encodes all 128 bits, most significant first', () => {
  fc.assert(
    fc.property(sixteenBytes, (bytes) => {
      const encoded = newId('don', fixed(bytes)).slice('don_'.length);
      const decoded = [...encoded].reduce((value, digit) => value * 32n + BigInt(digits.indexOf(digit)), 0n);
      expect(decoded).toBe(BigInt(`0x${Buffer.from(bytes).toString('hex')}`));
    }),
  );
});

test('isId accepts only ids with the requested prefix', () => {
  fc.assert(
    fc.property(sixteenBytes, (bytes) => {
      const id = newId('int', fixed(bytes));
      expect([isId('int', id), isId('don', id)]).toEqual([true, false]);
    }),
  );
});

test.each(['', 'int_', `int_${'0'.repeat(25)}`, `int_${'i'.repeat(26)}`, `INT_${'0'.repeat(26)}`])(
  '%j is not an id',
  (text) => {
    expect(isId('int', text)).toBe(false);
  },
);

test('as many random bytes are returned as requested, whatever was requested before', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 20 }), (counts) => {
      const random = systemRandom();
      expect(counts.map((count) => random.bytes(count).length)).toEqual(counts);
    }),
  );
});

test('random bytes are never returned twice', () => {
  const random = systemRandom();
  const taken = Array.from({ length: 2000 }, () => Buffer.from(random.bytes(16)).toString('hex'));
  expect(new Set(taken).size).toBe(taken.length);
});

test('random bytes do not change after they are returned, although more are requested', () => {
  const random = systemRandom();
  const first = random.bytes(16);
  const copy = Uint8Array.from(first);
  for (let index = 0; index < 1000; index += 1) random.bytes(16).fill(0);
  expect(Uint8Array.from(first)).toEqual(copy);
});
