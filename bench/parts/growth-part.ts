import type { Queryable } from '#server/db/database.ts';
import { checkLedger } from '#server/ledger/index.ts';
import type { DatabaseSource } from '../databases.ts';
import { adminCalls, payoutCalls } from '../growth/admin-calls.ts';
import { openBareDriver } from '../growth/bare-driver.ts';
import { measureCalls, type CallTimes } from '../growth/measure-calls.ts';
import { printGrowth } from '../growth/print-growth.ts';
import { smallYear, type AdminCall } from '../growth/call.ts';
import { openYear, provideYear } from '../growth/years.ts';
import { benchKey } from '../rows/year/write-payouts.ts';
import type { BenchOptions } from '../options.ts';
import { startOn, stopSide } from '../pair.ts';

/**
 * Measures every page and search of the admin area with a small and a large year of donations. Returns what the ledger check
 * finds wrong in the generated rows; the ledger is not checked when only some calls are measured.
 */
export async function measureGrowth(source: DatabaseSource, options: BenchOptions): Promise<string[]> {
  const small = await measureYear(source, smallYear, options);
  const large = await measureYear(source, options.donations, options);
  printGrowth(
    source.title,
    { engine: source.engine, donations: [smallYear, options.donations] },
    small.times,
    large.times,
  );
  return [...small.findings, ...large.findings];
}

async function measureYear(
  source: DatabaseSource,
  donations: number,
  options: BenchOptions,
): Promise<{ readonly times: CallTimes[]; readonly findings: string[] }> {
  const { size, unpaid, paid } = await provideYear(source, donations);
  const before = await measureOn(source, unpaid, async () => payoutCalls(size), options);
  const after = await measureOn(source, paid, (db) => adminCalls(db, size), options);
  return { times: [...before.times, ...after.times], findings: [...before.findings, ...after.findings] };
}

async function measureOn(
  source: DatabaseSource,
  name: string,
  callsOf: (db: Queryable) => Promise<readonly AdminCall[]>,
  { call, calls: samples }: BenchOptions,
): Promise<{ readonly times: CallTimes[]; readonly findings: string[] }> {
  const variables = { SECRET_KEY: benchKey.toString('base64') };
  const database = await openYear(source, name);
  const side = await startOn(source, database, { name, module: 'servers/recorded-server.ts', variables });
  const driver = await openBareDriver(database.environment);
  try {
    const chosen = (await callsOf(database.db.read)).filter(({ title }) => title.includes(call ?? ''));
    const times = await measureCalls(side, driver, chosen, samples);
    if (call !== undefined) return { times, findings: [] };
    const findings = (await checkLedger(database.db.patient.read)).map(({ rule, subject }) => `${rule}: ${subject}`);
    return { times, findings };
  } finally {
    await driver.close();
    await stopSide(side);
  }
}
