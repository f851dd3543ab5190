import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#server/db/database.ts';
import type { BenchDatabase, DatabaseSource } from '../databases.ts';
import { print } from '../report.ts';
import { donorId, extendSession } from '../rows/donor.ts';
import { growthSize, type GrowthSize } from '../rows/year/growth-size.ts';
import { followLedger, payWeekly, writeGrowth } from '../rows/year/write-growth.ts';

/** A year of donations in two databases, by name: one in which nothing was paid to charities, and one with weekly payouts. */
export interface Year {
  readonly size: GrowthSize;
  readonly unpaid: string;
  readonly paid: string;
}

/** Writes a year, unless an earlier run has left it in a folder that is kept. */
export async function provideYear(source: DatabaseSource, donations: number): Promise<Year> {
  const unpaid = `growth_${donations}`;
  const paid = `${unpaid}_paid`;
  const finishedFile = join(source.folder, `${unpaid}.txt`); // the time of writing; exists when both databases are complete
  if (!existsSync(finishedFile)) {
    const now = new Date();
    await writeYear(source, { unpaid, paid }, donations, now);
    writeFileSync(finishedFile, now.toISOString());
  }
  return { size: growthSize(donations, new Date(readFileSync(finishedFile, 'utf8'))), unpaid, paid };
}

async function writeYear(
  source: DatabaseSource,
  { unpaid, paid }: Omit<Year, 'size'>,
  donations: number,
  now: Date,
): Promise<void> {
  const first = await source.create(unpaid);
  const size = await writeGrowth(first.db, donations, now);
  await first.close();
  const second = await source.create(paid, unpaid);
  await payWeekly(second.db, size, now);
  await second.close();
  print(`${source.title}: ${donations.toLocaleString('en-US')} donations written in ${secondsSince(now)} s`);
}

/** Opens a year's database and brings it up to date: the session is valid, and all finished days have their balances. */
export async function openYear(source: DatabaseSource, name: string): Promise<BenchDatabase> {
  const database = await source.open(name);
  await extendSession(database.db, new Date());
  await followLedger(database.db, new Date());
  await assignDonations(database.db);
  return database;
}

/** Assigns 30 donations of guests to the donor whose history is read, the same number in every year. */
async function assignDonations({ read, write }: Database): Promise<void> {
  const existing = await read
    .selectFrom('donations')
    .select('id')
    .where('donor_id', '=', donorId)
    .limit(1)
    .executeTakeFirst();
  if (existing) return;
  const guests = read.selectFrom('donations').select('id').where('donor_id', 'is', null).orderBy('id').limit(30);
  const ids = (await guests.execute()).map(({ id }) => id);
  await write.updateTable('donations').set({ donor_id: donorId }).where('id', 'in', ids).execute();
}

const secondsSince = (instant: Date): string => ((Date.now() - instant.getTime()) / 1000).toFixed(0);
