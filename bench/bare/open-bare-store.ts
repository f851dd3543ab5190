import { openPostgresStore } from './postgres-store.ts';
import { openSqliteStore } from './sqlite-store.ts';
import type { BareStore } from './store.ts';

/** The database that the environment names, as the product reads it. */
export const openBareStore = (environment: NodeJS.ProcessEnv): BareStore =>
  environment['DATABASE_URL']
    ? openPostgresStore(environment['DATABASE_URL'])
    : openSqliteStore(environment['DATA_DIR'] ?? '');
