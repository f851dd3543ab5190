import { SqliteAdapter, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The public log of donations, refunds, disputes and payouts (decision 0146). */
export const publicLog: Migration = {
  up: async (db: Kysely<unknown>) => {
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    const bytes = isSqlite ? 'blob' : 'bytea';
    const key = isSqlite ? 'integer' : 'bigint'; // an integer key of SQLite has 64 bits too, and needs no index
    await db.schema
      .createTable('log_commitments')
      .addColumn('transaction_id', 'text', (column) => column.primaryKey().references('ledger_transactions.id'))
      .addColumn('commitment', bytes, (column) => column.notNull())
      .addColumn('salt', bytes)
      .addColumn('entry', 'text')
      .addColumn('committed_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('log_leaves')
      .addColumn('leaf_index', key, (column) => column.primaryKey())
      .addColumn('transaction_id', 'text', (column) =>
        column.notNull().unique().references('log_commitments.transaction_id'),
      )
      .addColumn('commitment', bytes, (column) => column.notNull().unique())
      .execute();
    await db.schema
      .createTable('log_nodes')
      .addColumn('position', key, (column) => column.primaryKey())
      .addColumn('hash', bytes, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('log_progress')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('read_until', 'text', (column) => column.notNull())
      .execute();
    await createHeads(db, { bytes, key });
  },
};

async function createHeads(
  db: Kysely<unknown>,
  { bytes, key }: { readonly bytes: 'blob' | 'bytea'; readonly key: 'integer' | 'bigint' },
): Promise<void> {
  await db.schema
    .createTable('log_keys')
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('key_id', 'text', (column) => column.notNull().unique())
    .addColumn('public_key', bytes, (column) => column.notNull())
    .addColumn('private_key', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('succession', bytes)
    .addColumn('reason', 'text')
    .execute();
  await db.schema
    .createTable('log_heads')
    .addColumn('tree_size', key, (column) => column.primaryKey())
    .addColumn('root_hash', bytes, (column) => column.notNull())
    .addColumn('signed_at', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull().references('log_keys.key_id'))
    .addColumn('signature', bytes, (column) => column.notNull())
    .execute();
}
