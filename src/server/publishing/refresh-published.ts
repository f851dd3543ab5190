import type { Deps } from '#server/deps.ts';

/**
 * Reads what other processes have published, one kind after another, so that it uses one connection. A kind that cannot be read
 * does not keep the others from being read.
 */
export async function refreshPublished({ db, published }: Pick<Deps, 'db' | 'published'>): Promise<void> {
  const problems: unknown[] = [];
  for (const kind of Object.values({ ...published }))
    await kind.refresh(db.read).catch((problem: unknown) => problems.push(problem));
  if (problems.length > 0) throw problems[0];
}
