import type { Deps } from '#server/deps.ts';

/**
 * Reads what other processes have published, one kind after another, so that it uses one connection. If a kind cannot be read,
 * the others are still read before the first problem is thrown.
 */
export async function refreshPublished({ db, published }: Pick<Deps, 'db' | 'published'>): Promise<void> {
  const problems: unknown[] = [];
  for (const kind of Object.values({ ...published }))
    await kind.refresh(db.read).catch((problem: unknown) => problems.push(problem));
  if (problems.length > 0) throw problems[0];
}
