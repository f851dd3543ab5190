import { openPostgresStore } from './postgres-store.ts';
import { openSqliteStore } from './sqlite-store.ts';
import type { BareStore } from './statements.ts';

/** Opens the database that the environment names, as the product does. */
export const openBareStore = (environment: NodeJS.ProcessEnv): BareStore =>
  environment['DATABASE_URL']
    ? openPostgresStore(environment['DATABASE_URL'])
    : openSqliteStore(environment['DATA_DIR'] ?? '');
