import type { Queryable } from '#server/db/database.ts';
import { checkLedger } from '#server/ledger/index.ts';
import type { DatabaseSource } from '../databases.ts';
import { adminCalls, payoutCalls } from '../growth/admin-calls.ts';
import { openBareDriver } from '../growth/bare-driver.ts';
import { measureCalls, type MeasuredYear } from '../growth/measure-calls.ts';
import { printCall, printHeading } from '../growth/print-growth.ts';
import { smallYearDonations, type MeasuredCall } from '../growth/call.ts';
import { openYear, provideYear, type Year } from '../growth/years.ts';
import type { GrowthSize } from '../rows/year/growth-size.ts';
import { benchKey } from '../rows/year/write-payouts.ts';
import type { BenchOptions } from '../options.ts';
import { startOnDatabase, stopSide } from '../pair.ts';

/**
 * Measures what donors read and the pages of the admin area, with a small and a large year of donations. Returns the findings of
 * the ledger check in the generated rows; the ledger is not checked if only some calls are measured.
 */
export async function measureGrowth(source: DatabaseSource, options: BenchOptions): Promise<string[]> {
  const small = await provideYear(source, smallYearDonations);
  const large = await provideYear(source, options.donations);
  printHeading(source.title, [smallYearDonations, options.donations]);
  const unpaid = {
    nameOf: (year: Year) => year.unpaid,
    callsOf: async (_db: Queryable, size: GrowthSize) => payoutCalls(size),
  };
  const paid = { nameOf: (year: Year) => year.paid, callsOf: adminCalls };
  return [
    ...(await measureBoth(source, [small, large], unpaid, options)),
    ...(await measureBoth(source, [small, large], paid, options)),
  ];
}

/** The measured database of each year, and the calls. */
interface Measured {
  readonly nameOf: (year: Year) => string;
  readonly callsOf: (db: Queryable, size: GrowthSize) => Promise<readonly MeasuredCall[]>;
}

async function measureBoth(
  source: DatabaseSource,
  years: readonly [Year, Year],
  measured: Measured,
  { call, calls: samples }: BenchOptions,
): Promise<string[]> {
  const small = await startYear(source, years[0], measured, call);
  const large = await startYear(source, years[1], measured, call);
  try {
    for await (const compared of measureCalls(small, large, samples)) printCall(compared, source.engine);
    return call === undefined ? [...(await findingsIn(small)), ...(await findingsIn(large))] : [];
  } finally {
    await stopYear(small);
    await stopYear(large);
  }
}

async function startYear(
  source: DatabaseSource,
  year: Year,
  { nameOf, callsOf }: Measured,
  call = '',
): Promise<MeasuredYear> {
  const name = nameOf(year);
  const database = await openYear(source, name);
  const variables = { SECRET_KEY: benchKey.toString('base64') };
  const side = await startOnDatabase(source, database, { name, module: 'servers/recorded-server.ts', variables });
  const calls = await callsOf(database.db.read, year.size);
  const chosen = calls.filter(({ title }) => title.includes(call));
  return { side, driver: await openBareDriver(database.environment), calls: chosen };
}

async function stopYear({ side, driver }: MeasuredYear): Promise<void> {
  await driver.close();
  await stopSide(side);
}

const findingsIn = async ({ side }: MeasuredYear): Promise<string[]> =>
  (await checkLedger(side.database.db.patient.read)).map(({ rule, subject }) => `${rule}: ${subject}`);
