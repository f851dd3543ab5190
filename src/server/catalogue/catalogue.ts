import type { FastifyInstance } from 'fastify';
import type { CharityAnswer, SnackAnswer } from '#contract/catalogue.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Snack } from '#domain/donation/basket.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { constantAnswer } from '#server/http/entity-tag.ts';

export interface Charity {
  readonly id: number;
  readonly name: string;
}

/** Snacks and charities by id, in display order. Read once at start, because only a release changes them. */
export interface Catalogue {
  readonly snacks: ReadonlyMap<number, Snack>;
  readonly charities: ReadonlyMap<number, Charity>;
}

export async function loadCatalogue(db: Queryable): Promise<Catalogue> {
  const snackRows = await db.selectFrom('snacks').selectAll().orderBy('position').execute();
  const charityRows = await db.selectFrom('charities').selectAll().orderBy('id').execute();
  const snacks = snackRows.map((row): Snack => ({
    id: row.id,
    name: row.name,
    price: money(row.price_minor, row.price_currency),
    meals: row.meals,
  }));
  return {
    snacks: new Map(snacks.map((snack) => [snack.id, snack])),
    charities: new Map(charityRows.map((charity) => [charity.id, charity])),
  };
}

/** `GET /api/snacks` and `GET /api/charities` in the spec's shape (spec 3). */
export function catalogueRoutes(app: FastifyInstance, catalogue: Catalogue): void {
  constantAnswer(app, endpoints.listSnacks, snackAnswers(catalogue));
  constantAnswer(app, endpoints.listCharities, charityAnswers(catalogue));
}

const snackAnswers = (catalogue: Catalogue): SnackAnswer[] =>
  [...catalogue.snacks.values()].map((snack) => ({
    id: snack.id,
    name: snack.name,
    price: toDecimal(snack.price),
    mealsProvided: snack.meals,
  }));

const charityAnswers = (catalogue: Catalogue): CharityAnswer[] =>
  [...catalogue.charities.values()].map(({ id, name }) => ({ id, name }));
