import type { CatalogueCharity, CatalogueDocument, CatalogueSnack } from '#domain/catalogue/catalogue.ts';
import type { NextIds } from '#domain/catalogue/check-catalogue.ts';

export type Entry = CatalogueSnack | CatalogueCharity;

/** Returns the list with an entry in place of the one with the same id, or with a new entry at the end. */
export const putEntry = <E extends Entry>(entries: readonly E[], entry: E): readonly E[] =>
  entries.some(({ id }) => id === entry.id)
    ? entries.map((other) => (other.id === entry.id ? entry : other))
    : [...entries, entry];

/** Returns the list with an entry moved up (-1) or down (1) by one place among those that donors see. */
export function moveEntry<E extends Entry>(entries: readonly E[], id: number, step: -1 | 1): readonly E[] {
  const shown = [...entries.keys()].filter((index) => entries[index]?.isRetired === false);
  const position = shown.findIndex((index) => entries[index]?.id === id);
  const [from, to] = [shown[position], shown[position + step]];
  if (from === undefined || to === undefined) return entries;
  const swapped = new Map([
    [from, to],
    [to, from],
  ]);
  return entries.map((entry, index) => entries[swapped.get(index) ?? index] ?? entry);
}

/** Returns the id for a new entry: the server's next one, or the one after the entries that were added since. */
export const newId = (entries: readonly Entry[], nextId: number): number =>
  Math.max(nextId, ...entries.map(({ id }) => id + 1));

/** Returns the sentence that refuses a name if another entry that donors see has it; otherwise undefined. */
export function takenName(singular: string, name: string, others: readonly Entry[]): string | undefined {
  const isTaken = others.some((other) => !other.isRetired && other.name.toLowerCase() === name.toLowerCase());
  return isTaken ? `Another ${singular} is called ${name}. Two cannot have the same name.` : undefined;
}

/** Two catalogues that were edited from the same one. */
interface Branches {
  readonly start: CatalogueDocument;
  readonly mine: CatalogueDocument;
  readonly theirs: CatalogueDocument;
  /** The next free ids, after those of their new entries. */
  readonly next: NextIds;
}

/** Applies my changes to theirs. If both changed the same field, mine wins. My new entries get the next free ids. */
export const replayChanges = ({ start, mine, theirs, next }: Branches): CatalogueDocument => ({
  snacks: replayList(start.snacks, mine.snacks, theirs.snacks, next.snackId),
  charities: replayList(start.charities, mine.charities, theirs.charities, next.charityId),
});

function replayList<E extends Entry>(
  start: readonly E[],
  mine: readonly E[],
  theirs: readonly E[],
  nextId: number,
): readonly E[] {
  const [before, ours] = [byId(start), byId(mine)];
  const changed = theirs.map((entry) => {
    const [old, own] = [before.get(entry.id), ours.get(entry.id)];
    return old && own ? { ...entry, ...changedFields(old, own) } : entry;
  });
  const added = mine.filter(({ id }) => !before.has(id)).map((entry, index) => ({ ...entry, id: nextId + index }));
  const isReordered = !hasSameOrder(start, mine);
  return [...(isReordered ? inOrderOf(changed, mine) : changed), ...added];
}

const byId = <E extends Entry>(entries: readonly E[]): ReadonlyMap<number, E> =>
  new Map(entries.map((entry) => [entry.id, entry]));

const changedFields = <E extends Entry>(old: E, own: E): Partial<E> => {
  const changed: Partial<E> = {};
  for (const key in own) if (own[key] !== old[key]) changed[key] = own[key];
  return changed;
};

/** Returns true if the entries that both lists contain have the same order. */
export function hasSameOrder(one: readonly Entry[], other: readonly Entry[]): boolean {
  const idsIn = (entries: readonly Entry[], others: readonly Entry[]): readonly number[] => {
    const known = byId(others);
    return entries.map(({ id }) => id).filter((id) => known.has(id));
  };
  return idsIn(one, other).join() === idsIn(other, one).join();
}

/**
 * Sorts entries in the order of another list. An entry missing from that list stays behind the entry before it: it gets the same
 * rank, and sorting keeps the order of equal ranks.
 */
function inOrderOf<E extends Entry>(entries: readonly E[], order: readonly Entry[]): readonly E[] {
  const position = new Map(order.map(({ id }, index) => [id, index]));
  let last = -1;
  const ranked = entries.map((entry) => {
    last = position.get(entry.id) ?? last;
    return { entry, rank: last };
  });
  return ranked.toSorted((left, right) => left.rank - right.rank).map(({ entry }) => entry);
}
