import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** The two engines the product runs on (design 4). */
export type Engine = 'sqlite' | 'postgres';

/** A transaction that is open: inside it nothing else may touch the database. */
export type Tx = Transaction<Tables>;

/** The database as the product sees it: reads, and writes in transactions. */
export interface Database {
  readonly engine: Engine;
  /** For queries that change nothing. Sees what is committed. */
  readonly read: Kysely<Tables>;
  /** For transactions; use `inTransaction`. */
  readonly write: Kysely<Tables>;
  /** Ends all connections; calls after it fail. */
  close(): Promise<void>;
}

/** Where a query may run: on the readers or inside a transaction. */
export type Queryable = Kysely<Tables>;
