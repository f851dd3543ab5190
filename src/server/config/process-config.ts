import * as z from 'zod/mini';
import { ConfigError, onOrOff, wholeNumber } from './variables.ts';

/** How many processes serve on one port, and how they reach PostgreSQL. */
export interface ProcessConfig {
  /** PostgreSQL to use instead of the embedded database. */
  readonly databaseUrl: string | undefined;
  /** True if `databaseUrl` leads to a pooler in transaction mode, such as PgBouncer (docs/decisions/0145). */
  readonly hasDatabasePooler: boolean;
  /** How many workers serve; 1 means this process alone. */
  readonly workerCount: number;
}

export const processVariables = {
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/, error: 'DATABASE_URL must begin with postgres://' })),
  DATABASE_POOLER: z._default(onOrOff('DATABASE_POOLER'), 'off'),
  WEB_CONCURRENCY: z._default(wholeNumber('WEB_CONCURRENCY', { min: 1, max: 64 }), 1),
};

interface ProcessSettings {
  readonly DATABASE_URL?: string | undefined;
  readonly DATABASE_POOLER: 'on' | 'off';
  readonly WEB_CONCURRENCY: number;
}

export function parseProcesses(settings: ProcessSettings): ProcessConfig {
  const { DATABASE_URL: databaseUrl, WEB_CONCURRENCY: workerCount } = settings;
  if (workerCount > 1 && databaseUrl === undefined)
    throw new ConfigError('WEB_CONCURRENCY above 1 needs PostgreSQL: set DATABASE_URL, or leave WEB_CONCURRENCY out.');
  return { databaseUrl, hasDatabasePooler: settings.DATABASE_POOLER === 'on', workerCount };
}
