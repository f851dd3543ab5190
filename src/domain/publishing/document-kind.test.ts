import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareFacts } from './document-kind.ts';

const facts = (object: Readonly<Record<string, string>>) => new Map(Object.entries(object));

test('a comparison names changed, new and removed facts', () => {
  const before = facts({ CAD: '1.36', EUR: '0.92', NGN: '1550' });
  const after = facts({ GBP: '0.78', EUR: '0.92', CAD: '1.40' });
  expect(compareFacts(before, after)).toEqual([
    { name: 'GBP', before: null, after: '0.78' },
    { name: 'CAD', before: '1.36', after: '1.40' },
    { name: 'NGN', before: '1550', after: null },
  ]);
});

test('a comparison has everything needed to turn one version into the other', () => {
  const anyFacts = fc.dictionary(fc.string(), fc.string(), { noNullPrototype: true }).map(facts);
  fc.assert(
    fc.property(anyFacts, anyFacts, (before, after) => {
      const result = new Map(before);
      for (const change of compareFacts(before, after)) {
        if (change.after === null) result.delete(change.name);
        else result.set(change.name, change.after);
      }
      expect(Object.fromEntries(result)).toEqual(Object.fromEntries(after));
      expect(compareFacts(after, after)).toEqual([]);
    }),
  );
});
