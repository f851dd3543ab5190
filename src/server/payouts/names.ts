import type { Queryable } from '#server/db/database.ts';

/** Reads the usernames of staff. A deleted account has none. */
export async function readUsernames(
  db: Queryable,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const users = await db.selectFrom('users').select(['id', 'username']).where('id', 'in', wanted).execute();
  return new Map(users.map(({ id, username }) => [id, username]));
}
