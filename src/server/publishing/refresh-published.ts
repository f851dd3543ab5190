import type { Deps } from '#server/deps.ts';

/** Reads what other processes have published. One kind that cannot be read does not keep the others from being read. */
export async function refreshPublished({ db, published }: Pick<Deps, 'db' | 'published'>): Promise<void> {
  const results = await Promise.allSettled(Object.values({ ...published }).map((kind) => kind.refresh(db.read)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
