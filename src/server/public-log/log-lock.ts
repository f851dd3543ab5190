import type { Tx } from '#server/db/database.ts';
import { withLock } from '#server/db/with-lock.ts';

/** One transaction at a time, in any process, commits to entries, appends leaves, changes keys or erases entries. */
export const withLogLock = <Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> =>
  withLock(tx, ['public_log'], work);
