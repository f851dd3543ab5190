import { sql, SqliteAdapter, type Kysely, type RawBuilder } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Indexes of refunded and disputed donations by the time of the donation. A reversal copies the id, the time and the charge of
 * its donation, which never change. Triggers copy them, so that rows written by servers of an earlier release have them too.
 */
export const datesOfReversals: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('reversals').addColumn('donation_id', 'text').execute();
    await db.schema.alterTable('reversals').addColumn('donated_at', 'text').execute();
    await db.schema.alterTable('reversals').addColumn('charge_total_minor', 'bigint').execute();
    await copyOf(sql`reversals.intent_id`).execute(db);
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    await (isSqlite ? copyOnSqlite(db) : copyOnPostgres(db));
    await createIndexes(db);
  },
};

const copyOf = (intentId: RawBuilder<unknown>) => sql`
  update reversals set (donation_id, donated_at, charge_total_minor) =
    (select id, donated_at, charge_total_minor from donations where donations.intent_id = ${intentId})
  where intent_id is not null`;

async function copyOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const event of ['insert', 'update of intent_id'])
    await sql`create trigger ${sql.ref(`reversals_copy_donation_on_${event.slice(0, 6)}`)} after ${sql.raw(event)} on reversals
      begin
        ${copyOf(sql`new.intent_id`)} and provider = new.provider and reversal_id = new.reversal_id;
      end`.execute(db);
}

async function copyOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function copy_donation_to_reversal() returns trigger language plpgsql as
    'begin
      select id, donated_at, charge_total_minor into new.donation_id, new.donated_at, new.charge_total_minor
        from donations where donations.intent_id = new.intent_id;
      return new;
    end'`.execute(db);
  await sql`create trigger reversals_copy_donation before insert or update of intent_id on reversals
    for each row execute function copy_donation_to_reversal()`.execute(db);
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  const conditions = {
    taken: sql`subtotal_minor + service_fee_minor > 0`,
    partial: sql`charge_total_minor > subtotal_minor + service_fee_minor`,
    disputing: sql`subtotal_minor + service_fee_minor > 0 and kind = 'dispute'`,
  };
  for (const [name, condition] of Object.entries(conditions))
    await sql`create index ${sql.ref(`reversals_${name}`)} on reversals (donated_at, donation_id, intent_id)
      where is_active = 1 and ${condition}`.execute(db);
}
