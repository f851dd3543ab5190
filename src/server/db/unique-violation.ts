/** Whether a database refused a statement because of a unique constraint: for what no conditional statement can express. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  return code === '23505' || errcode === sqliteUnique;
}

const sqliteUnique = 2067; // extended result code SQLITE_CONSTRAINT_UNIQUE
