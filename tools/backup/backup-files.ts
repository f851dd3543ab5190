import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileProblem, sqliteProblem } from '#server/disk/file-problem.ts';
import { makePrivateFolder, privateMode } from '#server/disk/private-files.ts';
import { Refusal } from '../start/refusal.ts';

/** A backup of one database, in a file whose name says when it was made. */
export interface BackupFile {
  readonly name: string;
  readonly madeAt: Date;
  readonly engine: 'sqlite' | 'postgres';
}

const extensions = { sqlite: 'db', postgres: 'dump' } as const;

/** Lists an installation's backups in a folder, newest first. Leaves out other files and the backups of other installations. */
export const listBackups = (folder: string, installationId: string): BackupFile[] =>
  readdirSync(folder)
    .flatMap((name) => parseName(name, installationId) ?? [])
    .toSorted((left, right) => right.madeAt.getTime() - left.madeAt.getTime());

const namePattern = /^kindbite-(?:([0-9a-z]{8})-)?(\d{4}-\d{2}-\d{2}T\d{2})-(\d{2})-(\d{2}\.\d{3}Z)\.(db|dump)$/;

/** Reads the name of a backup of this installation. Names that an earlier release wrote do not contain the installation. */
function parseName(name: string, installationId: string): BackupFile | undefined {
  const [, installation, hour, minute, second, extension] = namePattern.exec(name) ?? [];
  const isOther = installation !== undefined && installation !== shortId(installationId);
  if (hour === undefined || isOther) return undefined;
  const madeAt = new Date(`${hour}:${minute}:${second}`);
  return Number.isNaN(madeAt.getTime())
    ? undefined
    : { name, madeAt, engine: extension === extensions.sqlite ? 'sqlite' : 'postgres' };
}

/** The part of an installation's id that distinguishes installations in the same folder. */
const shortId = (installationId: string): string => installationId.slice(-8);

/** The name of a backup. It contains no colons, because some file systems refuse them. */
export const backupName = (madeAt: Date, engine: BackupFile['engine'], installationId: string): string =>
  `kindbite-${shortId(installationId)}-${madeAt.toISOString().replaceAll(':', '-')}.${extensions[engine]}`;

/** Writes a backup as a draft, and renames the complete draft. Only its owner can read it, even while it is written. */
export async function writeBackup(
  folder: string,
  name: string,
  write: (draft: string) => Promise<void>,
): Promise<void> {
  makeFolder(folder);
  removeOldDrafts(folder);
  const draft = join(folder, `${name}${draftExtension}`);
  try {
    writeFileSync(draft, '', { mode: privateMode }); // programs that write into it keep its permissions
    await write(draft);
    renameSync(draft, join(folder, name));
  } catch (error) {
    const reason = fileProblem(error) ?? sqliteProblem(error);
    if (reason === undefined) throw error;
    throw new Refusal(`The backup cannot be written to ${folder}: ${reason}.`);
  } finally {
    rmSync(draft, { force: true });
  }
}

const draftExtension = '.unfinished';
const draftPattern = /^kindbite-.*\.unfinished(?:-journal)?$/; // SQLite keeps its journal beside the file

/** Removes the drafts of killed backups. A draft that was written to within a day may belong to a running backup. */
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
    makePrivateFolder(folder);
  } catch (error) {
    throw new Refusal(`No folder can be created at ${folder}: ${fileProblem(error) ?? 'the system refuses it'}.`);
  }
}

/** Removes an installation's backups except the newest `keep`. Returns the names of the removed ones. */
export function removeOldBackups(folder: string, installationId: string, keep: number): string[] {
  const old = listBackups(folder, installationId)
    .slice(keep)
    .map(({ name }) => name);
  for (const name of old) rmSync(join(folder, name), { force: true }); // another backup may just have removed it
  return old;
}
