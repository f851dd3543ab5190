import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeDatabasePrivate } from '#server/disk/private-files.ts';
import { Refusal } from './refusal.ts';

/** The lock, which this process holds until it ends. */
let held: DatabaseSync | undefined;

/**
 * Locks a data folder for this process: two sandboxes on one folder would overwrite each other's payments. The operating
 * system releases the lock when the process ends, even after a crash. Throws a Refusal when another process holds it.
 */
export function lockDataFolder(dataDir: string): void {
  const file = join(dataDir, 'start.lock');
  makeDatabasePrivate(file);
  const lock = new DatabaseSync(file);
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive;');
  } catch (error) {
    lock.close();
    if (!isLocked(error)) throw error;
    throw new Refusal(`DATA_DIR is ${dataDir}, which another running product uses: stop it, or choose another folder.`);
  }
  held = lock;
}

const isLocked = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === busy;

const busy = 5; // SQLITE_BUSY

/** Releases the folder in a process that continues without the product. */
export function unlockDataFolder(): void {
  held?.close();
  held = undefined;
}
