import type { Database } from './database.ts';
import { inTransaction } from './in-transaction.ts';
import { withLock } from './with-lock.ts';

/** More than any transaction of ours needs, so that readiness ends before the first donation fails. */
const probeSize = 16 * 1024;

const running = new WeakMap<Database, Promise<void>>();

/**
 * Rejects when the embedded database cannot store anything, as on a full disk: it writes a row and deletes it. Several callers
 * share one attempt. PostgreSQL needs no attempt: it stops when it cannot write.
 */
export async function tryToWrite(db: Database): Promise<void> {
  if (db.engine !== 'sqlite') return;
  const attempt = running.get(db) ?? write(db).finally(() => running.delete(db));
  running.set(db, attempt);
  await attempt;
}

const write = (db: Database): Promise<void> =>
  inTransaction(db, (tx) => withLock(tx, ['x'.repeat(probeSize)], async () => undefined));
