import { ConfigError } from '#server/config/config.ts';
import { DatabaseUnavailable } from './db/database.ts';
import { NewerSchema } from './db/migrate.ts';
import { diskProblem } from './disk/file-problem.ts';

/**
 * One sentence that tells the operator why the product or one of its commands cannot start or continue: its configuration, its
 * database or its disk. Undefined for anything else, which is a defect of the product and keeps its stack trace.
 */
export function startProblem(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof NewerSchema) return error.message;
  if (!(error instanceof Error)) return undefined;
  if (error instanceof DatabaseUnavailable) return diskProblem(error.cause) ?? postgresProblem(error.cause);
  if (isFromPostgres(error) && isRefusal(error.code)) return postgresProblem(error);
  return diskProblem(error) ?? startProblem(error.cause);
}

function postgresProblem(cause: unknown): string {
  if (cause instanceof Error && isFromPostgres(cause))
    return `PostgreSQL refuses the connection or something that the product needs to do: ${cause.message}. Check DATABASE_URL and the rights of its user.`;
  const reason = cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : 'no response';
  return `PostgreSQL does not respond (${reason}). Check DATABASE_URL, and that PostgreSQL is running.`;
}

/** Returns true for an error from the PostgreSQL server, which always has a code. */
const isFromPostgres = (error: Error): error is Error & { readonly code: string } =>
  'severity' in error && 'code' in error && typeof error.code === 'string';

/** Returns true for a wrong user, password or database, a missing right, no room, or a server that is not ready. */
const isRefusal = (code: string): boolean => /^(28|3D|42501|53|57P|25006)/.test(code);
