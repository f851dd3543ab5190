import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import type { Deps } from '#server/deps.ts';

/** Deletes expired sessions, whose cookies no longer work. */
export const deleteExpiredSessions = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> =>
  deleteInBatches(async (rowsMax) => {
    const { numDeletedRows } = await db.write
      .deleteFrom('sessions')
      .where('token_hash', 'in', (e) =>
        e
          .selectFrom('sessions')
          .select('token_hash')
          .where('expires_at', '<=', clock.now().toISOString())
          .limit(rowsMax),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });
