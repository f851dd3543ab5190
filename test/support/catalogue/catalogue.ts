import type { CatalogueCharity, CatalogueDocument, CatalogueSnack } from '#domain/catalogue/catalogue.ts';
import type { TestApp } from '../app/start-app.ts';

/** Returns a catalogue with changed snacks and charities, by their ids. */
export const withEntries = (
  { snacks, charities }: CatalogueDocument,
  changes: {
    readonly snacks?: Readonly<Record<number, Partial<CatalogueSnack>>>;
    readonly charities?: Readonly<Record<number, Partial<CatalogueCharity>>>;
  },
): CatalogueDocument => ({
  snacks: snacks.map((snack) => ({ ...snack, ...changes.snacks?.[snack.id] })),
  charities: charities.map((charity) => ({ ...charity, ...changes.charities?.[charity.id] })),
});

/** Stores the next version of the catalogue, as another process would. It applies now or later. Returns its number. */
export async function insertCatalogueVersion(
  { deps }: Pick<TestApp, 'deps'>,
  changes: Parameters<typeof withEntries>[1],
  effectiveFrom?: string,
): Promise<number> {
  const now = deps.clock.now().toISOString();
  const { number, document } = deps.published.catalogue.current();
  const version = (deps.published.catalogue.scheduled().at(-1)?.number ?? number) + 1;
  await deps.db.write
    .insertInto('published_versions')
    .values({
      kind: 'catalogue',
      version,
      document: JSON.stringify(withEntries(document, changes)),
      effective_from: effectiveFrom ?? now,
      published_at: now,
      published_by: null,
      publisher_name: 'system',
      reason: 'New catalogue',
    })
    .execute();
  await deps.published.catalogue.refresh(deps.db.read);
  return version;
}
