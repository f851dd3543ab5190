import type { Tx } from './database.ts';

/**
 * Runs work while no other transaction, in this process or another, holds a lock on the same subjects. Inserting a subject's
 * row makes others wait until this transaction ends, on every engine, because the key is unique. Callers that lock several
 * subjects must name them in the same order, or they could deadlock. The rows are deleted before the commit, so no one ever
 * sees them.
 */
export async function withLock<Result>(
  tx: Tx,
  subjects: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  for (const subject of subjects) await tx.insertInto('turns').values({ subject }).execute();
  const result = await work();
  await tx.deleteFrom('turns').where('subject', 'in', subjects).execute();
  return result;
}
