import type { Deps } from '#server/deps.ts';
import { newId, type IdPrefix } from '#server/ids.ts';
import type { Queryable, Tx } from './database.ts';
import { withLock } from './with-lock.ts';

/** How often a subject, such as an account or an address, may do something. */
export interface Allowance {
  readonly subject: string;
  readonly limits: readonly { readonly max: number; readonly windowMs: number }[];
}

/** A table with one row per use and subject. */
export interface UsageTable {
  readonly idPrefix: IdPrefix;
  /** The number of uses after `since`, by subject. Subjects without uses may be missing. */
  count(db: Queryable, subjects: readonly string[], since: string): Promise<ReadonlyMap<string, number>>;
  /** Also deletes rows that are too old to count. */
  insert(tx: Tx, uses: readonly Use[], now: Date): Promise<unknown>;
}

export interface Use {
  readonly id: string;
  readonly subject: string;
}

/** Returns true if one of the allowances is used up. Windows slide: a use counts until it is as old as the window. */
export async function isAnyUsedUp(
  db: Queryable,
  table: UsageTable,
  allowances: readonly Allowance[],
  now: Date,
): Promise<boolean> {
  const subjects = allowances.map(({ subject }) => subject);
  for (const windowMs of new Set(allowances.flatMap(({ limits }) => limits.map((limit) => limit.windowMs)))) {
    const counts = await table.count(db, subjects, windowStart(now, windowMs));
    for (const { subject, limits } of allowances) {
      const used = counts.get(subject) ?? 0;
      if (limits.some((limit) => limit.windowMs === windowMs && used >= limit.max)) return true;
    }
  }
  return false;
}

/**
 * Records one use under every allowance, or under none if one of them is used up. Concurrent callers are counted one after
 * another, so no limit is exceeded. Callers must list their allowances in the same order, or they could deadlock.
 */
export function takeAllowance(
  { clock, random }: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  table: UsageTable,
  allowances: readonly Allowance[],
): Promise<boolean> {
  const subjects = allowances.map(({ subject }) => subject);
  return withLock(tx, subjects, async () => {
    const now = clock.now();
    if (await isAnyUsedUp(tx, table, allowances, now)) return false;
    const uses = subjects.map((subject) => ({ id: newId(table.idPrefix, random), subject }));
    await table.insert(tx, uses, now);
    return true;
  });
}

/** Returns the start of a window that ends now, in the form in which the database stores instants. */
export const windowStart = (now: Date, windowMs: number): string => new Date(now.getTime() - windowMs).toISOString();
