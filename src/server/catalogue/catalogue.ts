import type { CharityAnswer, SnackAnswer } from '#contract/catalogue.ts';
import type { Snack } from '#domain/donation/basket.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';

/** A charity that can be given to. */
export interface Charity {
  readonly id: number;
  readonly name: string;
}

/** What can be given, and to whom. Read once at start: it changes only with a new release's seed. */
export interface Catalogue {
  readonly snacks: ReadonlyMap<number, Snack>;
  readonly charities: ReadonlyMap<number, Charity>;
}

/** The catalogue as the database has it, in the order in which it is shown. */
export async function loadCatalogue(db: Queryable): Promise<Catalogue> {
  const snackRows = await db.selectFrom('snacks').selectAll().orderBy('position').execute();
  const charityRows = await db.selectFrom('charities').selectAll().orderBy('id').execute();
  const snacks = snackRows.map((row): Snack => ({
    id: row.id,
    name: row.name,
    price: money(row.price_minor, baseCurrency),
    meals: row.meals,
  }));
  return {
    snacks: new Map(snacks.map((snack) => [snack.id, snack])),
    charities: new Map(charityRows.map((charity) => [charity.id, charity])),
  };
}

/** The snacks in the spec's shape (spec 3). */
export const snackAnswers = (catalogue: Catalogue): SnackAnswer[] =>
  [...catalogue.snacks.values()].map((snack) => ({
    id: snack.id,
    name: snack.name,
    price: toDecimal(snack.price),
    mealsProvided: snack.meals,
  }));

/** The charities in the spec's shape (spec 3). */
export const charityAnswers = (catalogue: Catalogue): CharityAnswer[] =>
  [...catalogue.charities.values()].map(({ id, name }) => ({ id, name }));
