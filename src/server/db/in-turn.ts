import type { Tx } from './database.ts';

/**
 * Does something while nobody else does it for the same subjects, in this process or another: for a count that must not be
 * passed by callers who come together. Whoever writes a subject's turn makes the others wait until its transaction ends, on
 * every engine, for the key is unique. Callers name several subjects in the same order. The rows are gone with the
 * transaction, and nobody ever sees them.
 */
export async function inTurn<Result>(
  tx: Tx,
  subjects: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  for (const subject of subjects) await tx.insertInto('turns').values({ subject }).execute();
  const result = await work();
  await tx.deleteFrom('turns').where('subject', 'in', subjects).execute();
  return result;
}
