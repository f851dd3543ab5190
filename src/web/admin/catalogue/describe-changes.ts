import {
  offered,
  type CatalogueCharity,
  type CatalogueDocument,
  type CatalogueSnack,
} from '#domain/catalogue/catalogue.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { formatCount, formatMoneyForAnyone } from '#domain/money/format.ts';
import { money } from '#domain/money/money.ts';
import { hasSameOrder, type Entry } from './edits.ts';

/** Describes the differences between two catalogues in sentences. */
export const describeChanges = (before: CatalogueDocument, after: CatalogueDocument): readonly string[] => [
  ...changesOf(before.snacks, after.snacks, { singular: 'snack', fieldsOf: snackFields }),
  ...orderChange('Snacks', before.snacks, after.snacks),
  ...changesOf(before.charities, after.charities, { singular: 'charity', fieldsOf: () => [] }),
  ...orderChange('Charities', before.charities, after.charities),
];

/** A field of an entry, and its value in words. */
type Field = readonly [name: string, value: string];

interface ListWords<E extends Entry> {
  readonly singular: string;
  readonly fieldsOf: (entry: E) => readonly Field[];
}

function changesOf<E extends Entry>(
  before: readonly E[],
  after: readonly E[],
  { singular, fieldsOf }: ListWords<E>,
): readonly string[] {
  const known = new Map(before.map((entry) => [entry.id, entry]));
  return after.flatMap((entry) => {
    const old = known.get(entry.id);
    if (!old) return [describeNew(entry, singular, fieldsOf(entry))];
    const was = new Map(fieldsOf(old));
    return [
      ...(old.name === entry.name ? [] : [`${old.name} is now called ${entry.name}.`]),
      ...fieldsOf(entry).flatMap(([name, value]) =>
        was.get(name) === value ? [] : [`${entry.name}: ${name} ${value}, was ${was.get(name)}.`],
      ),
      ...(old.isRetired === entry.isRetired ? [] : [`${entry.name} ${entry.isRetired ? 'is retired' : 'is back'}.`]),
    ];
  });
}

function describeNew(entry: Entry, singular: string, fields: readonly Field[]): string {
  const facts = fields.map(([name, value]) => `${name} ${value}`);
  return `New ${singular}${entry.isRetired ? ', retired' : ''}: ${[entry.name, ...facts].join(', ')}.`;
}

const snackFields = ({ priceMinor, meals, mealsSource, picture }: CatalogueSnack): readonly Field[] => [
  ['price', showPrice(priceMinor)],
  ['meals', formatCount(meals)],
  ['reason for its meals', mealsSource === '' ? 'none' : `“${mealsSource}”`],
  ['picture', picture === null ? 'our drawing' : `uploaded (${picture.slice(0, 6)}…)`],
];

/** A price in US dollars: `US$3.50`. */
export const showPrice = (priceMinor: number): string => formatMoneyForAnyone(money(priceMinor, baseCurrency));

function orderChange(
  title: string,
  before: readonly (CatalogueSnack | CatalogueCharity)[],
  after: readonly (CatalogueSnack | CatalogueCharity)[],
): readonly string[] {
  if (hasSameOrder(offered(before), offered(after))) return [];
  return [
    `${title} are now in this order: ${offered(after)
      .map(({ name }) => name)
      .join(', ')}.`,
  ];
}
