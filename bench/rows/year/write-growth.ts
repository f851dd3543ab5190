import { sql, type Kysely } from 'kysely';
import { writeBalances } from '#server/accounting/index.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { copyPayableEntries } from '#server/payouts/index.ts';
import { writeDonationDays } from '#server/report/index.ts';
import { donorId, writeSignedInDonor } from '../donor.ts';
import { growthSize, type GrowthSize } from './growth-size.ts';
import { writeOperations } from './write-operations.ts';
import { writeIntents, writeSettlements } from './write-payments.ts';
import { writeBankAccounts, writePayouts } from './write-payouts.ts';
import { writePeople } from './write-people.ts';
import { writeReversals } from './write-reversals.ts';

/**
 * Writes a year of donations with everything that belongs to them, except payouts. The rows are as the product writes them, so
 * that `checkLedger` finds nothing wrong. The product itself copies entries for payouts and writes the daily balances.
 */
export async function writeGrowth(database: Database, donations: number, now: Date): Promise<GrowthSize> {
  const size = growthSize(donations, now);
  const { engine } = database;
  await writeSignedInDonor(database, now);
  await makeOwner(database, now);
  await onFastConnection(database, async (db) => {
    await writePeople(db, size);
    await writeIntents(db, engine, size);
    await writeSettlements(db, size);
    await writeReversals(db, engine, now);
    await writeOperations(db, size);
    await writeBankAccounts(db, size);
  });
  await bringUpToDate(database, now);
  return size;
}

/** Gives the signed-in donor the role of an Owner, with the second factor that staff need. */
async function makeOwner({ write }: Database, now: Date): Promise<void> {
  await write.updateTable('users').set({ staff_role: 'owner' }).where('id', '=', donorId).execute();
  const factor = { secret: '', confirmed_at: now.toISOString(), last_step: 0, recovery_hashes: '[]' };
  await write
    .insertInto('second_factors')
    .values({ user_id: donorId, ...factor })
    .execute();
}

/** Pays the charities every week of the year. */
export async function payWeekly(database: Database, size: GrowthSize, now: Date): Promise<void> {
  await onFastConnection(database, (db) => writePayouts(db, size));
  for (const table of ['daily_balances', 'daily_money_in', 'ledger_progress'] as const)
    await database.patient.write.deleteFrom(table).execute();
  await bringUpToDate(database, now);
}

/** Uses one connection that does not check references or wait for the disk. */
const onFastConnection = ({ engine, patient }: Database, work: (db: Kysely<Tables>) => Promise<void>): Promise<void> =>
  patient.write.connection().execute(async (db) => {
    const settings =
      engine === 'sqlite'
        ? ['pragma synchronous = off', 'pragma foreign_keys = off', 'pragma cache_size = -1000000']
        : ["set session_replication_role = 'replica'", 'set synchronous_commit = off', "set work_mem = '256MB'"];
    for (const setting of settings) await sql.raw(setting).execute(db);
    await work(db);
    const usual =
      engine === 'sqlite'
        ? ['pragma synchronous = full', 'pragma foreign_keys = on', 'pragma cache_size = -2000']
        : ['reset all'];
    for (const setting of usual) await sql.raw(setting).execute(db);
  });

/** Runs the jobs that follow the ledger, and, on PostgreSQL, the maintenance that it would have done during the year. */
async function bringUpToDate(db: Database, now: Date): Promise<void> {
  if (db.engine === 'postgres') await sql`analyze`.execute(db.patient.write);
  await followLedger(db, now);
  if (db.engine === 'postgres') await sql`vacuum analyze`.execute(db.patient.write);
}

/** Runs the jobs that copy entries for payouts and write the balances and donations of finished days. */
export async function followLedger(db: Database, now: Date): Promise<void> {
  const deps = { db, clock: { now: () => now } };
  await copyPayableEntries(deps);
  for (let round = 0; round < 5; round += 1) {
    await writeBalances(deps); // each call writes at most 100 days
    await writeDonationDays(deps);
  }
}
