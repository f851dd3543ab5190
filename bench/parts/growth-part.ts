import { checkLedger } from '#server/ledger/index.ts';
import type { DatabaseSource } from '../databases.ts';
import { adminCalls, payoutCalls } from '../growth/admin-calls.ts';
import { openBareDriver } from '../growth/bare-driver.ts';
import { measureCalls, type CallTimes } from '../growth/measure-calls.ts';
import { printGrowth } from '../growth/print-growth.ts';
import { benchKey } from '../rows/year/write-payouts.ts';
import { payWeekly, writeGrowth } from '../rows/year/write-growth.ts';
import type { BenchOptions } from '../options.ts';
import { startSide, stopSide } from '../pair.ts';
import { print } from '../report.ts';

const smallYear = 1000;

/**
 * Measures every page and search of the admin area with a small and a large year of donations. Returns what the ledger check
 * finds wrong in the generated rows.
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
  { calls }: BenchOptions,
): Promise<{ readonly times: CallTimes[]; readonly findings: string[] }> {
  const variables = { SECRET_KEY: benchKey.toString('base64') };
  const side = await startSide(source, `growth_${donations}`, 'servers/recorded-server.ts', variables);
  const { db, environment } = side.database;
  const now = new Date();
  const size = await writeGrowth(db, donations, now);
  print(`${source.title}: ${donations.toLocaleString('en-US')} donations written in ${secondsSince(now)} s`);
  const driver = await openBareDriver(environment);
  try {
    const unpaid = await measureCalls(side, driver, payoutCalls(size), calls);
    await payWeekly(db, size, now);
    const paid = await measureCalls(side, driver, await adminCalls(db.read, size), calls);
    const findings = (await checkLedger(db.patient.read)).map(({ rule, subject }) => `${rule}: ${subject}`);
    return { times: [...unpaid, ...paid], findings };
  } finally {
    await driver.close();
    await stopSide(side);
  }
}

const secondsSince = (instant: Date): string => ((Date.now() - instant.getTime()) / 1000).toFixed(0);
