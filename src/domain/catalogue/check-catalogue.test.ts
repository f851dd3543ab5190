import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CatalogueCharity, CatalogueDocument, CatalogueSnack } from './catalogue.ts';
import { catalogueProblem, type KnownEntries } from './check-catalogue.ts';

const snack = (id: number, changes: Partial<CatalogueSnack> = {}): CatalogueSnack => ({
  id,
  name: `Snack ${id}`,
  priceMinor: 350,
  meals: 3,
  mealsSource: '',
  picture: null,
  isRetired: false,
  ...changes,
});
const charity = (id: number, changes: Partial<CatalogueCharity> = {}): CatalogueCharity => ({
  id,
  name: `Charity ${id}`,
  isRetired: false,
  ...changes,
});
const before: CatalogueDocument = { snacks: [snack(1), snack(2)], charities: [charity(5), charity(6)] };
const known: KnownEntries = { before: [before], next: { snackId: 3, charityId: 7 } };
const problemOf = (changes: Partial<CatalogueDocument>) => catalogueProblem({ ...before, ...changes }, known);

test('entries can be added, changed, moved and retired', () => {
  const snacks = [snack(3), snack(2, { isRetired: true }), snack(1, { name: 'Large coffee', priceMinor: 400 })];
  const charities = [charity(8), charity(6, { isRetired: true }), charity(5, { name: 'Pantry' }), charity(7)];
  expect(problemOf({ snacks, charities })).toBeUndefined();
});

test.each<[string, Partial<CatalogueDocument>, string]>([
  ['a snack is missing', { snacks: [snack(1)] }, 'Snack 2 cannot be removed. Please retire it instead.'],
  ['a charity is missing', { charities: [charity(5)] }, 'Charity 6 cannot be removed. Please retire it instead.'],
  [
    'an id occurs twice',
    { snacks: [snack(1), snack(2), snack(2)] },
    'The list has the same snack twice. Please reload the page and try again.',
  ],
  [
    'a new id leaves a gap',
    { charities: [charity(5), charity(6), charity(8)] },
    'A new charity has the wrong ID. Please reload the page and try again.',
  ],
  [
    'all snacks are retired',
    { snacks: [snack(1, { isRetired: true }), snack(2, { isRetired: true })] },
    'Donors need at least one snack to choose.',
  ],
  [
    'all charities are retired',
    { charities: before.charities.map((one) => ({ ...one, isRetired: true })) },
    'Donors need at least one charity to choose.',
  ],
  [
    'two entries have the same name',
    { charities: [charity(5), charity(6, { name: 'charity 5' })] },
    'More than one charity is called charity 5.',
  ],
  [
    'it offers more snacks than a basket can hold',
    { snacks: [...before.snacks, ...Array.from({ length: 49 }, (_, index) => snack(index + 3))] },
    'Donors can choose from at most 50. Please retire a snack first.',
  ],
])('a catalogue is refused when %s', (_reason, changes, sentence) => {
  expect(problemOf(changes)).toBe(sentence);
});

test('an entry may have the name of a retired one', () => {
  expect(
    problemOf({ charities: [charity(5, { isRetired: true }), charity(6), charity(7, { name: 'Charity 5' })] }),
  ).toBeUndefined();
});

test('an entry of a version that is scheduled to apply earlier cannot be removed either', () => {
  const scheduled = { ...before, charities: [...before.charities, charity(7)] };
  const next = { snackId: 3, charityId: 8 };
  expect(catalogueProblem(before, { before: [before, scheduled], next })).toBe(
    'Charity 7 cannot be removed. Please retire it instead.',
  );
  expect(catalogueProblem(before, { before: [before], next })).toBeUndefined();
});

test('no sequence of published versions loses an id or gives it to another entry', () => {
  const edit = fc.record({ add: fc.nat(2), retire: fc.nat(5), drop: fc.boolean(), reuse: fc.boolean() });
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 8 }), (edits) => {
      let document = before;
      const published = new Set(document.charities.map(({ id }) => id));
      for (const { add, retire, drop, reuse } of edits) {
        const next = Math.max(...published) + 1;
        const added = Array.from({ length: add }, (_, index) => charity(next + index));
        const kept = document.charities
          .slice(drop ? 1 : 0)
          .map((one) => ({ ...one, isRetired: one.id === retire + 5 }));
        const charities = [...kept, ...added, ...(reuse ? [charity(5)] : [])];
        const changed = { ...document, charities };
        const problem = catalogueProblem(changed, { before: [document], next: { snackId: 3, charityId: next } });
        if (problem !== undefined) continue;
        expect(charities.map(({ id }) => id)).toEqual(expect.arrayContaining([...published]));
        expect(new Set(charities.map(({ id }) => id)).size).toBe(charities.length);
        document = changed;
        for (const { id } of charities) published.add(id);
      }
    }),
  );
});
