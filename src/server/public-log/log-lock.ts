import type { Tx } from '#server/db/database.ts';
import { withLock } from '#server/db/with-lock.ts';

/** Runs work under the public log's lock. Commitments, leaves, keys and erasures are written by one transaction at a time. */
export const withLogLock = <Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> =>
  withLock(tx, ['public_log'], work);
