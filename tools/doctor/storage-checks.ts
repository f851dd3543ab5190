import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

/** Checks the data folder and the space on its disk. */
export function checkStorage({ dataDir }: Config): Finding[] {
  const folder = nearestFolder(dataDir);
  const { bavail, bsize } = statfsSync(folder);
  return [checkFolder(dataDir), checkSpace(folder, bavail * bsize)];
}

const nearestFolder = (path: string): string => (existsSync(path) ? path : nearestFolder(dirname(path)));

function checkFolder(dataDir: string): Finding {
  const subject = 'Data folder';
  if (!existsSync(dataDir)) return ok(subject, `${dataDir} will be created at the first start.`);
  const { mode } = statSync(dataDir);
  if (!statSync(dataDir).isDirectory()) return problem(subject, `${dataDir} is not a folder. Choose another DATA_DIR.`);
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return problem(subject, `${dataDir} is not writable for this user. Change its owner, or choose another DATA_DIR.`);
  }
  return (mode & 0o077) === 0
    ? ok(subject, `${dataDir} is open only to its owner.`)
    : warning(
        subject,
        `other users of this machine can open ${dataDir}, which contains secrets. Run: chmod 700 ${dataDir}`,
      );
}

/** Checks the free space. Exported for tests of its limits. */
export function checkSpace(folder: string, freeBytes: number): Finding {
  const subject = 'Disk space';
  const free = `${(freeBytes / gigabyte).toFixed(1)} GB are free at ${folder}.`;
  if (freeBytes < gigabyte / 5)
    return problem(subject, `only ${free} Donations stop when the disk is full: free up space.`);
  return freeBytes < gigabyte ? warning(subject, `only ${free} Free up space soon.`) : ok(subject, free);
}

const gigabyte = 1e9;
