import type { AdminCatalogueResponse } from '#contract/admin/catalogue.ts';
import type { PublishedVersionResponse } from '#contract/admin/publishing.ts';

/** Replaces the ids in a history with names: `Coffee: price` instead of `Snack 1: price`. */
export function withNames({
  document,
  scheduled,
  history,
}: AdminCatalogueResponse): readonly PublishedVersionResponse[] {
  const documents = [document, ...scheduled.map((version) => version.document)];
  const snacks = namesOf(documents.flatMap((one) => one.snacks));
  const charities = namesOf(documents.flatMap((one) => one.charities));
  const named = (ids: string | null, names: ReadonlyMap<string, string>): string | null =>
    ids && ids.replaceAll(/\d+/g, (id) => names.get(id) ?? id);
  return history.map((version) => ({
    ...version,
    changes: version.changes.map(({ name, before, after }) => {
      const names = /snack/i.test(name) ? snacks : charities;
      const isOrder = name.startsWith('Order');
      return {
        name: name.replace(/^(?:Snack|Charity) (\d+)/, (whole, id: string) => names.get(id) ?? whole),
        before: isOrder ? named(before, names) : before,
        after: isOrder ? named(after, names) : after,
      };
    }),
  }));
}

const namesOf = (entries: readonly { readonly id: number; readonly name: string }[]): ReadonlyMap<string, string> =>
  new Map(entries.map(({ id, name }) => [`${id}`, name]));
