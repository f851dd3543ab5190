import { offered, toSnack, type CatalogueDocument } from '#domain/catalogue/catalogue.ts';
import type { Snack } from '#domain/donation/basket.ts';
import type { Deps } from '#server/deps.ts';
import { versionOfPage } from '#server/publishing/index.ts';

export interface Charity {
  readonly id: number;
  readonly name: string;
}

/** The snacks and charities that donors can choose, by id and in display order, and the retired ones. */
export interface Catalogue {
  readonly snacks: ReadonlyMap<number, Snack>;
  readonly charities: ReadonlyMap<number, Charity>;
  readonly retiredSnacks: ReadonlyMap<number, Snack>;
  readonly retiredCharities: ReadonlyMap<number, Charity>;
}

/** The catalogue that applies now. A command calls this once, so that all its figures come from one version. */
export const currentCatalogue = ({ published }: Pick<Deps, 'published'>): Catalogue =>
  catalogueOf(published.catalogue.current().document);

/**
 * The snacks that a page was priced with, while checkout honors them, and the current charities: a retired charity takes no
 * donation, even if a page still shows it.
 */
export async function catalogueOfPage(
  deps: Pick<Deps, 'published' | 'db'>,
  version: number | undefined,
): Promise<Catalogue> {
  const ofPage = await versionOfPage(deps, deps.published.catalogue, version);
  const { snacks, retiredSnacks } = catalogueOf(ofPage.document);
  return { ...currentCatalogue(deps), snacks, retiredSnacks };
}

/** Creates the catalogue of a document once per version. */
function catalogueOf(document: CatalogueDocument): Catalogue {
  const made = catalogues.get(document) ?? {
    snacks: byId(offered(document.snacks).map(toSnack)),
    charities: byId(offered(document.charities)),
    retiredSnacks: byId(retired(document.snacks).map(toSnack)),
    retiredCharities: byId(retired(document.charities)),
  };
  catalogues.set(document, made);
  return made;
}

const catalogues = new WeakMap<CatalogueDocument, Catalogue>();

const retired = <Entry extends { readonly isRetired: boolean }>(entries: readonly Entry[]): readonly Entry[] =>
  entries.filter(({ isRetired }) => isRetired);

const byId = <Entry extends { readonly id: number }>(entries: readonly Entry[]): ReadonlyMap<number, Entry> =>
  new Map(entries.map((entry) => [entry.id, entry]));
