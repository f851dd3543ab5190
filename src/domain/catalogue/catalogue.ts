import { baseCurrency } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import type { Snack } from '#domain/donation/basket.ts';

/** The content of a version of the catalogue. Donors see the snacks and charities in the order of the lists. */
export interface CatalogueDocument {
  readonly snacks: readonly CatalogueSnack[];
  readonly charities: readonly CatalogueCharity[];
}

export interface CatalogueSnack {
  /** Never used for another snack, even a later one. */
  readonly id: number;
  readonly name: string;
  /** The price in cents of US dollars. */
  readonly priceMinor: number;
  readonly meals: number;
  /** The explanation of the number of meals, as donors read it; may be empty. */
  readonly mealsSource: string;
  /** The file name of an uploaded picture; null for our own drawing. */
  readonly picture: string | null;
  readonly isRetired: boolean;
}

export interface CatalogueCharity {
  /** Never used for another charity, even a later one. */
  readonly id: number;
  readonly name: string;
  /** A retired charity takes no new donations, but is still paid what we owe it. */
  readonly isRetired: boolean;
}

/** Returns the entries that donors can choose, in display order. */
export const offered = <Entry extends { readonly isRetired: boolean }>(entries: readonly Entry[]): readonly Entry[] =>
  entries.filter(({ isRetired }) => !isRetired);

/** Converts a snack to the form that baskets and prices use. */
export const toSnack = ({ id, name, priceMinor, meals }: CatalogueSnack): Snack => ({
  id,
  name,
  price: money(priceMinor, baseCurrency),
  meals,
});
