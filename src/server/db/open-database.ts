import type { Config } from '#server/config.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** The database that the configuration names: PostgreSQL by its address, else the embedded one in the data folder. */
export const openDatabase = (
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onIdleError: (error: Error) => void,
): Database => (config.databaseUrl ? openPostgres(config.databaseUrl, onIdleError) : openSqlite(config.dataDir));
