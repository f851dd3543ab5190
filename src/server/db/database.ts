import type { Kysely, Transaction } from 'kysely';
import type { Tracing } from '#server/ports/tracing.ts';
import type { Tables } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';

/** An open transaction. Code inside it must not use any other connection. */
export type Tx = Transaction<Tables>;

/** A connection on which a query may run: the readers, or an open transaction. */
export type Queryable = Kysely<Tables>;

export interface Database {
  readonly engine: Engine;
  /** For read-only queries. Sees committed data only. */
  readonly read: Kysely<Tables>;
  /** For single writes; transactions use `inTransaction`. */
  readonly write: Kysely<Tables>;
  /** The same database for jobs and exports, whose statements may take minutes. */
  readonly patient: Database;
  /** Records transactions and statements. */
  readonly tracing: Tracing | undefined;
  /** How many connections are open and idle, and how many callers wait for one; all 0 for the embedded database. */
  connections(): ConnectionCounts;
  /** Closes all connections. Later calls fail. */
  close(): Promise<void>;
}

export interface ConnectionCounts {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

/**
 * The database cannot be used now: it is down, restarting, silent or full. A commit in progress may or may not have been
 * stored.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(cause: unknown) {
    super(`the database cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
