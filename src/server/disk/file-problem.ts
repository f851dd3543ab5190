/** Explains in one sentence why a file, or the database in it, cannot be used; undefined for an error about something else. */
export function diskProblem(error: unknown): string | undefined {
  const ofDatabase = sqliteProblem(error);
  if (ofDatabase !== undefined)
    return `The database in DATA_DIR cannot be used: ${ofDatabase}. Check DATA_DIR and its disk, or restore a backup.`;
  const ofFile = fileProblem(error);
  return ofFile === undefined ? undefined : `${pathIn(error)} cannot be used: ${ofFile}.`;
}

/** The path that cannot be used: of two, the one to be written. */
function pathIn(error: unknown): string {
  if (error instanceof Error && 'dest' in error) return String(error.dest);
  return error instanceof Error && 'path' in error ? String(error.path) : 'A file';
}

/** Explains why the system refuses a file or folder, as the end of a sentence; undefined for any other error. */
export function fileProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  // Node reports a folder on a read-only file system this way.
  if (error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'mkdir') return reasons.get('EROFS');
  return reasons.get(String(error.code));
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'this user may not use it'],
  ['EPERM', 'this user may not use it'],
  ['EROFS', 'its file system is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', "this user's share of the disk is full"],
  ['EEXIST', 'a file is in its place'],
  ['ENOTDIR', 'a file is in its place'],
  ['EISDIR', 'a folder is in its place'],
  ['ENOENT', 'it does not exist'],
  ['EIO', 'the disk has an error'],
]);

/** Explains why SQLite cannot use a file, in the same form. */
export function sqliteProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return sqliteReasons.get(Number(error.errcode) & 0xff); // the primary code: an operator needs no more detail
}

const sqliteReasons: ReadonlyMap<number, string> = new Map([
  [5, 'another program keeps it locked'],
  [8, 'it is read-only for this user'],
  [10, 'the disk has an error or is full'],
  [11, 'it is damaged'],
  [13, 'the disk is full'],
  [14, 'it or its folder cannot be opened by this user'],
  [26, 'it is not a database'],
]);
