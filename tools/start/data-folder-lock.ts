import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Refusal } from './refusal.ts';

/** Held as long as this process lives. */
let held: DatabaseSync | undefined;

/**
 * Takes a data folder for this process alone: two sandboxes on one folder would each write their own history of payments, and
 * one would be lost. The operating system gives the lock back when the process ends, however it ends. Throws a Refusal when
 * another process has it.
 */
export function lockDataFolder(dataDir: string): void {
  const lock = new DatabaseSync(join(dataDir, 'start.lock'));
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive;');
  } catch {
    lock.close();
    throw new Refusal(`DATA_DIR is ${dataDir}, which another running product uses: stop it, or choose another folder.`);
  }
  held = lock;
}

/** Gives the folder back, for those who go on living without the product. */
export function unlockDataFolder(): void {
  held?.close();
  held = undefined;
}
