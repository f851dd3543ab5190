import { offered, type CatalogueCharity, type CatalogueDocument, type CatalogueSnack } from './catalogue.ts';

/** The earlier entries and next ids against which a new catalogue is checked. */
export interface KnownEntries {
  /** The versions that apply until this one begins. The new version must keep all of their entries. */
  readonly before: readonly CatalogueDocument[];
  /** The ids that the next new snack and charity must have. */
  readonly next: NextIds;
}

export interface NextIds {
  readonly snackId: number;
  readonly charityId: number;
}

/** Returns a sentence that says why a catalogue with valid fields cannot be published; undefined if it can. */
export function catalogueProblem(document: CatalogueDocument, { before, next }: KnownEntries): string | undefined {
  const snacksBefore = before.flatMap(({ snacks }) => snacks);
  const charitiesBefore = before.flatMap(({ charities }) => charities);
  return (
    problemOfEntries(document.snacks, snacksBefore, { noun: 'snack', nextId: next.snackId }) ??
    problemOfEntries(document.charities, charitiesBefore, { noun: 'charity', nextId: next.charityId })
  );
}

/** The most snacks, and the most charities, that donors can choose from. A basket holds as many different snacks. */
const offeredMax = 50;

type Entry = CatalogueSnack | CatalogueCharity;

function problemOfEntries(
  entries: readonly Entry[],
  before: readonly Entry[],
  { noun, nextId }: { readonly noun: 'snack' | 'charity'; readonly nextId: number },
): string | undefined {
  const ids = new Set(entries.map(({ id }) => id));
  if (ids.size < entries.length) return `The list has the same ${noun} twice. Please reload the page and try again.`;
  const missing = before.find(({ id }) => !ids.has(id));
  if (missing) return `${missing.name} cannot be removed. Please retire it instead.`;
  const added = [...ids].filter((id) => id >= nextId).toSorted((one, other) => one - other);
  if (added.some((id, index) => id !== nextId + index))
    return `A new ${noun} has the wrong ID. Please reload the page and try again.`;
  const choices = offered(entries);
  if (choices.length === 0) return `Donors need at least one ${noun} to choose.`;
  if (choices.length > offeredMax)
    return `Donors can choose from at most ${offeredMax}. Please retire a ${noun} first.`;
  const names = new Set<string>();
  for (const { name } of choices) {
    if (names.has(name.toLowerCase())) return `More than one ${noun} is called ${name}.`;
    names.add(name.toLowerCase());
  }
  return undefined;
}
