import type { Queryable } from '#server/db/database.ts';

/** The newest backup and the newest checks. A time is null if there was no backup, or no correct check, in the last 90 days. */
export interface BackupTimes {
  readonly madeAt: string | null;
  /** When the newest backup that was restored and found correct was made, not when it was checked. */
  readonly checkedAt: string | null;
  /** Why the newest check found a backup unusable; null when it was correct, or there was no check. */
  readonly problem: string | null;
}

/** Records that a backup was made. If the name is already recorded, the backup was made again. */
export async function recordBackup(db: Queryable, name: string, madeAt: Date): Promise<void> {
  const row = { made_at: madeAt.toISOString(), checked_at: null, problem: null };
  await db
    .insertInto('backups')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

/** Records the check of a backup, even of one that this database has not recorded. */
export async function recordBackupCheck(
  db: Queryable,
  { name, madeAt, checkedAt, problem }: BackupCheck,
): Promise<void> {
  const result = { checked_at: checkedAt.toISOString(), problem: problem ?? null };
  await db
    .insertInto('backups')
    .values({ name, made_at: madeAt.toISOString(), ...result })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(result))
    .execute();
}

export interface BackupCheck {
  readonly name: string;
  readonly madeAt: Date;
  readonly checkedAt: Date;
  /** Undefined when the backup is correct. */
  readonly problem: string | undefined;
}

/** Reads the backups of the last 90 days. */
export async function readBackupTimes(db: Queryable, now: Date): Promise<BackupTimes> {
  const backups = await db
    .selectFrom('backups')
    .selectAll()
    .where('made_at', '>=', new Date(now.getTime() - readAgeMaxMs).toISOString())
    .orderBy('made_at', 'desc')
    .execute();
  const correct = backups.find(({ checked_at: checkedAt, problem }) => checkedAt !== null && problem === null);
  const [newestCheck] = backups.toSorted((left, right) =>
    (left.checked_at ?? '') < (right.checked_at ?? '') ? 1 : -1,
  );
  return {
    madeAt: backups[0]?.made_at ?? null,
    checkedAt: correct?.made_at ?? null,
    problem: newestCheck?.problem ?? null,
  };
}

const readAgeMaxMs = 90 * 24 * 60 * 60 * 1000;
