import type { CatalogueDocument } from '#domain/catalogue/catalogue.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { catalogueKind } from './catalogue-kind.ts';

type Published = Pick<Deps, 'published'>;

/** The current names of charities by id, including those that are retired or scheduled. */
export function charityNames({ published: { catalogue } }: Published): ReadonlyMap<number, string> {
  const scheduled = catalogue.scheduled().map(({ document }) => document);
  return namesOf([...scheduled.toReversed(), catalogue.current().document], 'charities');
}

/**
 * Like `charityNames`, but unique: charities that share a name, such as a retired one and its successor, have their id after
 * it.
 */
export function distinctCharityNames(deps: Published): ReadonlyMap<number, string> {
  const names = [...charityNames(deps)];
  const isShared = (name: string): boolean => names.filter(([, other]) => other === name).length > 1;
  return new Map(names.map(([id, name]) => [id, isShared(name) ? `${name} (${id})` : name]));
}

/** The names of snacks and charities at an instant, by id. Entries that were not known then have their current name. */
export async function namesAt({ published }: Published, db: Queryable, instant: Date): Promise<Names> {
  const { catalogue } = published;
  const present = catalogue.current();
  const documents = [present.document];
  if (present.effectiveFrom > instant) documents.push(await readCatalogueAt(db, instant));
  return { snacks: namesOf(documents, 'snacks'), charities: namesOf(documents, 'charities') };
}

export type Names = Readonly<Record<keyof CatalogueDocument, ReadonlyMap<number, string>>>;

/** Each id has the name from the last document that contains the id. */
const namesOf = (documents: readonly CatalogueDocument[], list: keyof CatalogueDocument): ReadonlyMap<number, string> =>
  new Map(documents.flatMap((document) => document[list].map(({ id, name }) => [id, name] as const)));

async function readCatalogueAt(db: Queryable, instant: Date): Promise<CatalogueDocument> {
  const row = await db
    .selectFrom('published_versions')
    .select('document')
    .where('kind', '=', catalogueKind.name)
    .where('effective_from', '<=', instant.toISOString())
    .where('published_at', '<=', instant.toISOString())
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? catalogueKind.parse(JSON.parse(row.document)) : catalogueKind.standard;
}
