import type { Database } from './database.ts';
import { inTransaction } from './in-transaction.ts';
import { withLock } from './with-lock.ts';

/** More than a donation writes, so that `/readyz` fails before the first donation does. */
const probeBytes = 16 * 1024;

const running = new WeakMap<Database, Promise<void>>();

/**
 * Writes a row to the embedded database and deletes it. Rejects if that fails, as on a full disk. Concurrent callers share one
 * attempt. PostgreSQL does not need this, because it stops when it cannot write.
 */
export async function tryToWrite(db: Database): Promise<void> {
  if (db.engine !== 'sqlite') return;
  const attempt = running.get(db) ?? write(db).finally(() => running.delete(db));
  running.set(db, attempt);
  await attempt;
}

const write = (db: Database): Promise<void> =>
  inTransaction(db, (tx) => withLock(tx, ['x'.repeat(probeBytes)], async () => undefined));
