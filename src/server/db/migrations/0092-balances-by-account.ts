import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** An index with every column of the daily balances, so that adding them up by account needs neither the table nor a sort. */
export const balancesByAccount: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createIndex('daily_balances_by_account')
      .on('daily_balances')
      .columns(['account', 'currency', 'day', 'debit_minor', 'credit_minor'])
      .execute();
  },
};
