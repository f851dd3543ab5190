import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import type { Deps } from '#server/deps.ts';

/** Deletes reconciliation runs that are more than 90 days old, except the newest of each scope and outcome. */
export async function deleteOldRuns({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - keptMs).toISOString();
  let count = 0;
  for (const scope of ['open', 'recent'] as const)
    count += await deleteInBatches(async (rowsMax) => {
      const { numDeletedRows } = await db.write
        .deleteFrom('reconciliation_runs')
        .where('id', 'in', (e) =>
          e
            .selectFrom('reconciliation_runs as old')
            .select('old.id')
            .where('old.scope', '=', scope)
            .where('old.started_at', '<', before)
            .where((inner) =>
              inner.exists(
                inner
                  .selectFrom('reconciliation_runs as newer')
                  .select('newer.id')
                  .where('newer.scope', '=', scope)
                  .whereRef('newer.status', '=', 'old.status')
                  .whereRef('newer.started_at', '>', 'old.started_at'),
              ),
            )
            .orderBy('old.started_at')
            .limit(rowsMax),
        )
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    });
  return count;
}

const keptMs = 90 * 24 * 60 * 60 * 1000;
