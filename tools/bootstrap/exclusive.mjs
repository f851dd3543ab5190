import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const retryDelayMs = 200;

/**
 * Runs `work` while holding a lock file, waiting until no other process holds it. The file contains the holder's process id, so
 * the lock of a killed process is taken over.
 */
export async function withLock(path, work) {
  let hasAnnouncedWait = false;
  while (!takeLock(path)) {
    if (!hasAnnouncedWait) console.log(`Waiting for another start in this folder to finish (lock ${path}) …`);
    hasAnnouncedWait = true;
    await pause(retryDelayMs);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function takeLock(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = readHolder(path);
  if (holder === undefined || isAlive(holder)) return false;
  rmSync(path, { force: true });
  return takeLock(path);
}

/** The holder's process id, or undefined while the file is being written or was just removed. */
function readHolder(path) {
  try {
    const text = readFileSync(path, 'utf8');
    return text === '' ? undefined : Number(text);
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive(processId) {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM'; // the process runs as another user
  }
}
