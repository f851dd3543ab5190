import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drillRestore, type RestoreDrill } from './restore-drill.ts';
import { providePostgres } from '#tools/provision/provide-postgres.ts';
import { buildWebIfStale } from '#tools/start/build-web.ts';
import { inProject } from '#tools/start/paths.ts';

/**
 * `npm run drill -- restore [sqlite|postgres]`: restores an old backup on each database and checks that every payment made
 * since comes back. Prints its figures, and exits with 1 on any difference.
 */
const [name, chosen] = process.argv.slice(2);
const engines = (['sqlite', 'postgres'] as const).filter((engine) => chosen === undefined || chosen === engine);
if (name === 'restore' && engines.length > 0) {
  if (!existsSync(inProject('dist', 'web', 'build.json'))) await buildWebIfStale(); // any pages will do
  for (const engine of engines) report(engine, await drillOn(engine));
} else {
  process.stderr.write('Usage: npm run drill -- restore [sqlite|postgres]\n');
  process.exitCode = 2;
}

async function drillOn(engine: (typeof engines)[number]): Promise<RestoreDrill> {
  const cluster = engine === 'postgres' ? await providePostgres(process.env) : undefined;
  const dataDir = mkdtempSync(join(tmpdir(), 'drill-'));
  try {
    return await drillRestore({ dataDir, postgres: cluster });
  } finally {
    await cluster?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function report(engine: string, drill: RestoreDrill): void {
  const { lost, back, differences, heldEmails, emailsTwice, reconcileSeconds } = drill;
  process.stdout.write(
    `${engine}: ${back} of ${lost} payments are back, ${differences.length} differences, ${heldEmails} emails held, ` +
      `${emailsTwice} sent twice, reconciliation took ${reconcileSeconds.toFixed(1)} s\n`,
  );
  for (const difference of differences) process.stdout.write(`  ${difference}\n`);
  if (back !== lost || differences.length > 0 || emailsTwice > 0) process.exitCode = 1;
}
