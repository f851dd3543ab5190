/**
 * `npm run crash`: kills the server repeatedly while donors pay, on each database, and checks after every one or two kills
 * that no payment was lost or doubled. Exits with 1 if one was, or if our records differ from the provider's in any other way.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCrashTest, type CrashResult } from './crash/crash-run.ts';
import { type CrashEngine, type CrashOptions, crashUsage, readCrashOptions } from './crash/options.ts';
import { providePostgres } from './provision/provide-postgres.ts';
import { buildForProcesses } from './start/builds.ts';

const options = readCrashOptions(process.argv.slice(2), randomInt(2 ** 32));
if (options) {
  await crash(options);
} else {
  console.error(crashUsage);
  process.exitCode = 1;
}

async function crash({ kills, engines, seed }: CrashOptions): Promise<void> {
  await buildForProcesses();
  console.log(`seed ${seed}`);
  const results: CrashResult[] = [];
  for (const engine of engines) results.push(await crashOn(engine, kills, seed));
  for (const result of results) console.log(summaryOf(result));
  if (results.some(hasProblems)) process.exitCode = 1;
}

async function crashOn(engine: CrashEngine, kills: number, seed: number): Promise<CrashResult> {
  const cluster = engine === 'postgres' ? await providePostgres(process.env) : undefined;
  const dataDir = mkdtempSync(join(tmpdir(), 'crash-'));
  try {
    return await runCrashTest({ engine, kills, seed, dataDir, databaseUrl: cluster?.url }, console.log);
  } finally {
    await cluster?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function hasProblems({ lost, doubled, otherProblems }: CrashResult): boolean {
  return lost.size + doubled.size + otherProblems.size > 0;
}

function summaryOf({ engine, kills, paidCount, lost, doubled, otherProblems, seconds }: CrashResult): string {
  const payments = `${paidCount} payments, lost ${lost.size}, doubled ${doubled.size}, other problems ${otherProblems.size}`;
  return `${engine}: ${kills} kills, ${payments}, ${seconds.toFixed(0)} s`;
}
