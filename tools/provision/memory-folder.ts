import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';

const memoryFileSystem = '/dev/shm';
const neededBytes = 4 * 1024 ** 3;

/**
 * Creates a folder for temporary files in memory, if the system has enough of it: otherwise test databases
 * wait for the disk at every commit. It is removed when this process ends.
 */
export function makeMemoryFolder(): string | undefined {
  if (!hasRoom()) return undefined;
  const folder = mkdtempSync(`${memoryFileSystem}/test-`);
  chmodSync(folder, 0o711); // PostgreSQL may run as another user, who must reach its own folder in here
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFileSystem);
    return bavail * bsize >= neededBytes;
  } catch {
    return false; // not Linux
  }
}
