import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drillDatabase } from './database-drill.ts';
import { reportOutages, reportRestarts, reportRestore } from './report.ts';
import { drillRestore, type RestoreDrill } from './restore-drill.ts';
import { drillRollingRestart } from './rolling-restart-drill.ts';
import { providePostgres } from '#tools/provision/provide-postgres.ts';
import { buildWebIfStale } from '#tools/start/build-web.ts';
import { inProject } from '#tools/start/paths.ts';

/**
 * `npm run drill -- NAME`: makes one thing fail while donors pay, and checks that nothing is lost. Prints its figures, and exits
 * with 1 if they are not as docs/reliability.md promises.
 */
const engines = ['sqlite', 'postgres'] as const;

const drills: Readonly<Record<string, (chosen: string | undefined) => Promise<void>>> = {
  restore: async (chosen) => {
    for (const engine of engines.filter((one) => chosen === undefined || chosen === one))
      reportRestore(engine, await restoreOn(engine));
  },
  'database-restart': () =>
    inFolder(async (dataDir) => reportOutages(await drillDatabase('database-restart', dataDir))),
  'database-frozen': () => inFolder(async (dataDir) => reportOutages(await drillDatabase('database-frozen', dataDir))),
  'rolling-restart': () => inFolder(async (dataDir) => reportRestarts(await drillRollingRestart(dataDir))),
};

const [name = '', chosen] = process.argv.slice(2);
const drill = drills[name];
if (drill) {
  if (!existsSync(inProject('dist', 'web', 'build.json'))) await buildWebIfStale(); // any pages will do
  await drill(chosen);
} else {
  process.stderr.write(`Usage: npm run drill -- ${Object.keys(drills).join('|')}\n`);
  process.exitCode = 2;
}

async function restoreOn(engine: (typeof engines)[number]): Promise<RestoreDrill> {
  const cluster = engine === 'postgres' ? await providePostgres(process.env) : undefined;
  try {
    return await inFolder((dataDir) => drillRestore({ dataDir, postgres: cluster }));
  } finally {
    await cluster?.stop();
  }
}

async function inFolder<Result>(work: (dataDir: string) => Promise<Result>): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'drill-'));
  try {
    return await work(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
