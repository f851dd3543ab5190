import { baseCurrency } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import type { Snack } from '#domain/donation/basket.ts';

/** What a version of the catalogue contains. The order of the lists is the order in which donors see them. */
export interface CatalogueDocument {
  readonly snacks: readonly CatalogueSnack[];
  readonly charities: readonly CatalogueCharity[];
}

export interface CatalogueSnack {
  /** Never used again for another snack. */
  readonly id: number;
  readonly name: string;
  /** In cents of US dollars. */
  readonly priceMinor: number;
  readonly meals: number;
  /** Why the snack provides this many meals, as donors read it; may be empty. */
  readonly mealsSource: string;
  /** The file name of an uploaded picture; null for our own drawing. */
  readonly picture: string | null;
  readonly isRetired: boolean;
}

export interface CatalogueCharity {
  /** Never used again for another charity. */
  readonly id: number;
  readonly name: string;
  /** A retired charity takes no new donations; what it is owed is paid. */
  readonly isRetired: boolean;
}

/** The entries that donors can choose, in display order. */
export const offered = <Entry extends { readonly isRetired: boolean }>(entries: readonly Entry[]): readonly Entry[] =>
  entries.filter(({ isRetired }) => !isRetired);

/** A snack in the form that baskets and prices use. */
export const toSnack = ({ id, name, priceMinor, meals }: CatalogueSnack): Snack => ({
  id,
  name,
  price: money(priceMinor, baseCurrency),
  meals,
});
