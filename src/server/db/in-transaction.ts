import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Tx } from './database.ts';
import { isStalePlan } from './postgres/named-statements.ts';

/** Thrown inside a transaction that lost a race, to run it again from the start. */
export class TransactionConflict extends Error {
  override readonly name = 'TransactionConflict';
}

/**
 * Runs work in one transaction, and runs it again from the start, up to ten times in all, when the database reports a lost race
 * (40001, 40P01, a busy file, tables that another process migrated) or the work throws TransactionConflict. The work must
 * therefore do nothing but make database calls on `tx`. Any other error rolls back and is rethrown.
 */
export function inTransaction<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.tracing
    ? db.tracing.runSpan(
        () => transactionSpan,
        () => runUntilCommitted(db, work),
      )
    : runUntilCommitted(db, work);
}

const transactionSpan = { name: 'transaction', kind: 'internal', attributes: {} } as const;

async function runUntilCommitted<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.write.transaction().execute(work);
    } catch (error) {
      if (attempt >= attemptsMax || !isConflict(error)) throw error;
      await pause(attempt * attempt); // 1, 4, 9 … milliseconds
    }
  }
}

const attemptsMax = 10;
const sqliteBusy = 5; // primary result code, the low byte of errcode

function isConflict(error: unknown): boolean {
  if (error instanceof TransactionConflict || isStalePlan(error)) return true;
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  return code === '40001' || code === '40P01' || (typeof errcode === 'number' && (errcode & 0xff) === sqliteBusy);
}

/** Returns true if a unique constraint refused a statement. Only for cases that no conditional statement covers. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  return code === '23505' || errcode === sqliteUnique;
}

const sqliteUnique = 2067; // extended result code SQLITE_CONSTRAINT_UNIQUE
