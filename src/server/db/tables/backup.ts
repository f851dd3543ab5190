/** A backup of the database, as the commands that make and check backups report it. */
export interface BackupRow {
  /** The name of its file, or what another tool calls it. */
  name: string;
  made_at: string;
  /** When it was last restored and checked; null before. */
  checked_at: string | null;
  /** The problem that this check found; null if there was none. */
  problem: string | null;
}
