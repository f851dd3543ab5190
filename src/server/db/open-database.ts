import type { Config } from '#server/config/config.ts';
import type { Tracing } from '#server/ports/tracing.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import { openSqlite } from './sqlite.ts';

/** Opens PostgreSQL if the configuration has its URL, otherwise SQLite in the data folder. */
export const openDatabase = (
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'timeLimitFactor' | 'hasDatabasePooler'>>,
  onIdleError: (error: Error) => void,
  tracing?: Tracing,
): Database =>
  config.databaseUrl
    ? openPostgres(config.databaseUrl, onIdleError, config, tracing)
    : openSqlite(config.dataDir, tracing);
