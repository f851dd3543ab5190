import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file that only its owner can read: the whole file or nothing, and never in place of one that another process wrote at
 * the same time. When this returns, the file outlasts a power failure.
 */
export function writeOnce(path: string, text: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`; // processes in containers have the same id
  writeFileSync(draft, `${text}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  flushFolder(dirname(path));
}

function flushFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
