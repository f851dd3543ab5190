import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CatalogueDocument, CatalogueSnack } from '#domain/catalogue/catalogue.ts';
import { describeChanges } from './describe-changes.ts';
import { moveEntry, newId, putEntry, replayChanges } from './edits.ts';

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
const documentOf = (...snacks: readonly CatalogueSnack[]): CatalogueDocument => ({
  snacks,
  charities: [{ id: 5, name: 'World Pantry', isRetired: false }],
});
const ids = (snacks: readonly CatalogueSnack[]): readonly number[] => snacks.map(({ id }) => id);
const sortedIds = (snacks: readonly CatalogueSnack[]): readonly number[] =>
  ids(snacks).toSorted((left, right) => left - right);
const next = { snackId: 8, charityId: 10 };

describe('moving an entry', () => {
  test('skips entries that donors do not see', () => {
    const snacks = [snack(1), snack(2, { isRetired: true }), snack(3)];
    expect(ids(moveEntry(snacks, 3, -1))).toEqual([3, 2, 1]);
    expect(ids(moveEntry(snacks, 1, 1))).toEqual([3, 2, 1]);
  });

  test('beyond the ends changes nothing', () => {
    const snacks = [snack(1), snack(2)];
    expect(moveEntry(snacks, 1, -1)).toBe(snacks);
    expect(moveEntry(snacks, 2, 1)).toBe(snacks);
  });

  test('keeps every entry, and is undone by moving the entry back', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }), fc.nat(), (retired, at) => {
        const snacks = retired.map((isRetired, index) => snack(index + 1, { isRetired }));
        const id = (at % snacks.length) + 1;
        const moved = moveEntry(snacks, id, 1);
        expect(sortedIds(moved)).toEqual(sortedIds(snacks));
        if (moved !== snacks) expect(ids(moveEntry(moved, id, -1))).toEqual(ids(snacks));
      }),
    );
  });
});

test('a new entry comes last, with an id after all known ones', () => {
  const added = snack(newId([snack(1), snack(9)], 8));
  expect(added.id).toBe(10);
  expect(ids(putEntry([snack(1)], added))).toEqual([1, 10]);
  expect(putEntry([snack(1)], snack(1, { meals: 4 }))).toEqual([snack(1, { meals: 4 })]);
});

describe('my changes on top of theirs', () => {
  const start = documentOf(snack(1), snack(2), snack(3));

  test('keep both changes to the same snack', () => {
    const mine = documentOf(snack(1, { priceMinor: 375 }), snack(2), snack(3));
    const theirs = documentOf(snack(1, { meals: 4 }), snack(2, { name: 'Tea' }), snack(3));
    expect(replayChanges({ start, mine, theirs, next }).snacks).toEqual([
      snack(1, { priceMinor: 375, meals: 4 }),
      snack(2, { name: 'Tea' }),
      snack(3),
    ]);
  });

  test('win if both changed the same field', () => {
    const mine = documentOf(snack(1, { priceMinor: 375 }), snack(2), snack(3));
    const theirs = documentOf(snack(1, { priceMinor: 360 }), snack(2), snack(3));
    const replayed = replayChanges({ start, mine, theirs, next });
    expect(replayed.snacks[0]?.priceMinor).toBe(375);
    expect(describeChanges(theirs, replayed)).toEqual(['Snack 1: price US$3.75, was US$3.60.']);
  });

  test('give my new snack another id if theirs has taken it', () => {
    const mine = documentOf(...start.snacks, snack(4, { name: 'Mine' }));
    const theirs = documentOf(...start.snacks, snack(4, { name: 'Theirs' }));
    const { snacks } = replayChanges({ start, mine, theirs, next: { snackId: 5, charityId: 10 } });
    expect(snacks.map(({ id, name }) => [id, name]).slice(3)).toEqual([
      [4, 'Theirs'],
      [5, 'Mine'],
    ]);
  });

  test('keep my order, with their new snack in its place', () => {
    const mine = documentOf(snack(3), snack(1), snack(2));
    const theirs = documentOf(snack(1), snack(4), snack(2), snack(3));
    expect(ids(replayChanges({ start, mine, theirs, next }).snacks)).toEqual([3, 1, 4, 2]);
  });

  test('lose none of their changes, and equal theirs if I changed nothing', () => {
    const anySnacks = fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: 1, max: 7 }),
        priceMinor: fc.integer({ min: 1, max: 500 }),
        isRetired: fc.boolean(),
      }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(anySnacks, anySnacks, (mine, theirs) => {
        const [my, their] = [mine, theirs].map((list) => documentOf(...list.map(({ id, ...rest }) => snack(id, rest))));
        if (!my || !their) return;
        const replayed = ids(replayChanges({ start: documentOf(), mine: my, theirs: their, next }).snacks);
        expect(new Set(replayed).size).toBe(my.snacks.length + their.snacks.length);
        expect(replayChanges({ start: my, mine: my, theirs: their, next }).snacks).toEqual(their.snacks);
      }),
    );
  });
});

test('changes are described in sentences', () => {
  const before = documentOf(snack(1, { name: 'Coffee' }), snack(2, { name: 'Chips' }), snack(3, { isRetired: true }));
  const after: CatalogueDocument = {
    snacks: [
      snack(2, { name: 'Crisps', mealsSource: 'By its price.', picture: 'abcdef0123456789.webp' }),
      snack(1, { name: 'Coffee', priceMinor: 375, meals: 1, isRetired: true }),
      snack(3),
      snack(8, { name: 'Popcorn', meals: 2 }),
    ],
    charities: [
      { id: 5, name: 'World Pantry', isRetired: true },
      { id: 10, name: 'Maple Pantry', isRetired: false },
    ],
  };
  expect(describeChanges(before, after)).toEqual([
    'Chips is now called Crisps.',
    'Crisps: reason for its meals “By its price.”, was none.',
    'Crisps: picture uploaded (abcdef…), was our drawing.',
    'Coffee: price US$3.75, was US$3.50.',
    'Coffee: meals 1, was 3.',
    'Coffee is retired.',
    'Snack 3 is back.',
    'New snack: Popcorn, price US$3.50, meals 2, reason for its meals none, picture our drawing.',
    'World Pantry is retired.',
    'New charity: Maple Pantry.',
  ]);
});

test('a new order is described by names', () => {
  const [before, after] = [documentOf(snack(1), snack(2)), documentOf(snack(2), snack(1))];
  expect(describeChanges(before, after)).toEqual(['Snacks are now in this order: Snack 2, Snack 1.']);
  expect(describeChanges(before, before)).toEqual([]);
});
