import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Permissions of a file that only its owner can read. */
export const privateMode = 0o600;

/**
 * Creates a folder that only its owner can read, and the folders above it. Node's `recursive` option never returns when the
 * system refuses to create a folder in an existing one, such as `/proc`.
 */
export function makePrivateFolder(path: string): void {
  if (existsSync(path) && statSync(path).isDirectory()) return;
  const parent = dirname(path);
  if (!existsSync(parent)) makePrivateFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const isFolder = existsSync(path) && statSync(path).isDirectory(); // another process was faster
    if (!isFolder) throw error;
  }
}

/**
 * Makes an SQLite database readable only by its owner, and creates an empty one if it is missing. SQLite gives the files next
 * to a database the permissions of the database itself.
 */
export function makeDatabasePrivate(file: string): void {
  closeSync(openSync(file, 'a', privateMode));
  for (const path of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`])
    if (existsSync(path)) chmodSync(path, privateMode);
}

/**
 * Writes a file that only its owner can read: the whole file or nothing, and never in place of one that another process wrote at
 * the same time. When this returns, the file outlasts a power failure.
 */
export function writeOnce(path: string, text: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`; // not the process id, which can be the same in two containers
  writeFileSync(draft, `${text}\n`, { mode: privateMode, flush: true });
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
