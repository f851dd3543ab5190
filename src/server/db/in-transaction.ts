import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Tx } from './database.ts';
import { isStalePlan } from './naming-clients.ts';

/** Thrown inside a transaction that lost a race and is to be done again from its start. */
export class TransactionConflict extends Error {
  override readonly name = 'TransactionConflict';
}

/**
 * Runs work in one transaction: all of it is kept, or none. Repeated from the start when the database says that it lost a
 * race (40001, 40P01, a busy file, tables that another process migrated) or the work throws TransactionConflict; so the
 * work may do nothing but database calls on `tx`. Any other error rolls back and rises.
 */
export async function inTransaction<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.write.transaction().execute(work);
    } catch (error) {
      if (attempt >= attemptsMax || !isConflict(error)) throw error;
      await pause(attempt * attempt); // 1, 4, 9 … milliseconds: whoever lost twice lets the crowd pass
    }
  }
}

const attemptsMax = 10;
const sqliteBusy = 5; // primary result code, low byte of errcode

function isConflict(error: unknown): boolean {
  if (error instanceof TransactionConflict || isStalePlan(error)) return true;
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  return code === '40001' || code === '40P01' || (typeof errcode === 'number' && (errcode & 0xff) === sqliteBusy);
}
