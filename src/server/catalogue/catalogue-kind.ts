import * as z from 'zod';
import { offered, type CatalogueDocument, type CatalogueSnack } from '#domain/catalogue/catalogue.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { formatMoneyForAnyone } from '#domain/money/format.ts';
import { money } from '#domain/money/money.ts';
import type { DocumentKind } from '#domain/publishing/document-kind.ts';
import seed from './catalogue.json' with { type: 'json' };

const catalogue = z.object({
  snacks: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      priceMinor: z.int(),
      meals: z.int(),
      mealsSource: z.string(),
      picture: z.nullable(z.string()),
      isRetired: z.boolean(),
    }),
  ),
  charities: z.array(z.object({ id: z.int(), name: z.string(), isRetired: z.boolean() })),
});

/** The catalogue of a new installation. */
export const standardCatalogue: CatalogueDocument = {
  snacks: seed.snacks.map((snack) => ({ ...snack, picture: null, isRetired: false })),
  charities: seed.charities.map((charity) => ({ ...charity, isRetired: false })),
};

/** The catalogue as a kind of published document. */
export const catalogueKind: DocumentKind<CatalogueDocument> = {
  name: 'catalogue',
  title: 'catalogue',
  standard: standardCatalogue,
  parse: (stored) => catalogue.parse(stored),
  factsOf: ({ snacks, charities }) =>
    new Map([
      ['Order of snacks', orderOf(snacks)],
      ...snacks.flatMap(factsOfSnack),
      ['Order of charities', orderOf(charities)],
      ...charities.flatMap(({ id, name, isRetired }) => [
        [`Charity ${id}: name`, name] as const,
        [`Charity ${id}: offered`, isRetired ? 'no' : 'yes'] as const,
      ]),
    ]),
};

const orderOf = (entries: readonly { readonly id: number; readonly isRetired: boolean }[]): string =>
  offered(entries)
    .map(({ id }) => id)
    .join(', ');

const factsOfSnack = ({ id, name, priceMinor, meals, mealsSource, picture, isRetired }: CatalogueSnack) =>
  [
    [`Snack ${id}: name`, name],
    [`Snack ${id}: price`, formatMoneyForAnyone(money(priceMinor, baseCurrency))],
    [`Snack ${id}: meals`, String(meals)],
    [`Snack ${id}: reason for its meals`, mealsSource || 'none'],
    [`Snack ${id}: picture`, picture ?? 'our own drawing'],
    [`Snack ${id}: offered`, isRetired ? 'no' : 'yes'],
  ] as const;
