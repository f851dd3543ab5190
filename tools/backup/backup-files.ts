import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { privateMode } from '#server/disk/private-files.ts';
import { errorCode, Refusal } from '../start/refusal.ts';

/** A backup of one database in a file, whose name says when it was made. */
export interface BackupFile {
  readonly name: string;
  readonly madeAt: Date;
  readonly engine: 'sqlite' | 'postgres';
}

const endings = { sqlite: 'db', postgres: 'dump' } as const;

/** The backups in a folder, newest first. Other files are left out. */
export const listBackups = (folder: string): BackupFile[] =>
  readdirSync(folder)
    .flatMap((name) => parseName(name) ?? [])
    .toSorted((left, right) => right.madeAt.getTime() - left.madeAt.getTime());

const namePattern = /^kindbite-(\d{4}-\d{2}-\d{2}T\d{2})-(\d{2})-(\d{2}\.\d{3}Z)\.(db|dump)$/;

function parseName(name: string): BackupFile | undefined {
  const [, hour, minute, second, ending] = namePattern.exec(name) ?? [];
  if (hour === undefined) return undefined;
  const madeAt = new Date(`${hour}:${minute}:${second}`);
  return Number.isNaN(madeAt.getTime())
    ? undefined
    : { name, madeAt, engine: ending === endings.sqlite ? 'sqlite' : 'postgres' };
}

/** Names contain no colons, which some file systems refuse. */
export const backupName = (madeAt: Date, engine: BackupFile['engine']): string =>
  `kindbite-${madeAt.toISOString().replaceAll(':', '-')}.${endings[engine]}`;

/** Writes a backup under its name only when it is complete. At no time can anyone but its owner read it. */
export async function writeBackup(
  folder: string,
  name: string,
  write: (draft: string) => Promise<void>,
): Promise<void> {
  makeFolder(folder);
  removeOldDrafts(folder);
  const draft = join(folder, `${name}${draftEnding}`);
  try {
    writeFileSync(draft, '', { mode: privateMode }); // programs that write into it keep its permissions
    await write(draft);
    renameSync(draft, join(folder, name));
  } finally {
    rmSync(draft, { force: true });
  }
}

const draftEnding = '.unfinished';
const draftPattern = /^kindbite-.*\.unfinished(?:-journal)?$/; // SQLite's journal is beside its file

/** Removes what backups left that were killed. A draft that was written to within a day may belong to one that still runs. */
function removeOldDrafts(folder: string): void {
  for (const name of readdirSync(folder).filter((found) => draftPattern.test(found))) {
    const draft = join(folder, name);
    const writtenAt = statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - writtenAt > dayMs) rmSync(draft, { force: true });
  }
}

const dayMs = 24 * 60 * 60 * 1000;

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Refusal(`No folder can be created at ${folder} (${errorCode(error)}).`);
  }
}

/** Removes all but the newest backups. Returns the names of those that it removed. */
export function removeOldBackups(folder: string, keep: number): string[] {
  const old = listBackups(folder)
    .slice(keep)
    .map(({ name }) => name);
  for (const name of old) rmSync(join(folder, name), { force: true }); // another backup may just have removed it
  return old;
}
