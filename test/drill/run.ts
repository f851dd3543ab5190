import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drillAlerts } from './alerts-drill.ts';
import { drillCardTesting } from './card-testing-drill.ts';
import { drillDatabase } from './database-drill.ts';
import { drillDeploy } from './deploy-drill.ts';
import type { DrillDatabase } from './drill-world.ts';
import { drillFailover } from './failover/failover-drill.ts';
import { drillGeneratedYear } from './generated-year-drill.ts';
import { drillImage } from './image-drill.ts';
import { drillLoginFlood } from './login-flood-drill.ts';
import { drillMailFlood } from './mail-flood-drill.ts';
import {
  reportCardTesting,
  reportDeployment,
  reportFailover,
  reportGeneratedYear,
  reportLoginFlood,
  reportMailFlood,
  reportNewsletter,
  reportOutages,
  reportPgBouncer,
  reportPointInTime,
  reportRestarts,
  reportRestore,
} from './report.ts';
import { drillNewsletter } from './newsletter-drill.ts';
import { drillPgBouncer } from './pgbouncer-drill.ts';
import { drillPointInTime } from './pitr-drill.ts';
import { drillRestore } from './restore-drill.ts';
import { drillRollingRestart } from './rolling-restart-drill.ts';
import { providePostgres } from '#tools/provision/provide-postgres.ts';
import { buildForProcesses, buildIfStale } from '#tools/start/builds.ts';

const engines = ['sqlite', 'postgres'] as const;

type Engine = (typeof engines)[number];

/**
 * `npm run drill -- NAME`: most drills make one part fail, flood it or replace it while donors pay, and check that nothing is
 * lost; others deploy the product, generate a year or test the alerts. Prints the figures, and exits with 1 if they miss what
 * docs/reliability.md promises.
 */
const drills: Readonly<Record<string, (chosen?: string, size?: string, kills?: string) => Promise<void>>> = {
  restore: async (chosen) => {
    for (const engine of chosenEngines(chosen)) reportRestore(engine, await onEngine(engine, drillRestore));
  },
  'card-testing': async (chosen) => {
    for (const engine of chosenEngines(chosen)) reportCardTesting(engine, await onEngine(engine, drillCardTesting));
  },
  'login-flood': async (chosen) => {
    for (const engine of chosenEngines(chosen)) reportLoginFlood(engine, await onEngine(engine, drillLoginFlood));
  },
  'mail-flood': async (chosen) => {
    for (const engine of chosenEngines(chosen)) reportMailFlood(engine, await onEngine(engine, drillMailFlood));
  },
  newsletter: async (chosen, recipients = '10000', kills = '9') => {
    await buildIfStale(['pages']); // the emails must be those of this version
    for (const engine of chosenEngines(chosen))
      reportNewsletter(
        engine,
        await onEngine(engine, ({ dataDir, postgres }) =>
          drillNewsletter(
            { dataDir, databaseUrl: postgres?.url },
            { recipients: Number(recipients), kills: Number(kills) },
          ),
        ),
      );
  },
  'generated-year': async (chosen, donations = '100000') => {
    for (const engine of chosenEngines(chosen))
      reportGeneratedYear(
        engine,
        await onEngine(engine, (database) => drillGeneratedYear(database, Number(donations))),
      );
  },
  'database-restart': () =>
    inFolder(async (dataDir) => reportOutages(await drillDatabase('database-restart', dataDir))),
  'database-frozen': () => inFolder(async (dataDir) => reportOutages(await drillDatabase('database-frozen', dataDir))),
  alerts: async () => {
    const { passed, output } = await drillAlerts();
    process.stdout.write(output);
    if (!passed) process.exitCode = 1;
  },
  failover: (perSecond = '30') =>
    inFolder(async (dataDir) => reportFailover(await drillFailover(dataDir, Number(perSecond)))),
  pgbouncer: () => inFolder(async (dataDir) => reportPgBouncer(await drillPgBouncer(dataDir))),
  pitr: () => inFolder(async (dataDir) => reportPointInTime(await drillPointInTime(dataDir))),
  deploy: async () => reportDeployment(await drillDeploy()),
  image: async () => reportDeployment(await drillImage()),
  'rolling-restart': () => inFolder(async (dataDir) => reportRestarts(await drillRollingRestart(dataDir))),
};

const [name = '', chosen, size, kills] = process.argv.slice(2);
const drill = drills[name];
if (drill) {
  await buildForProcesses();
  await drill(chosen, size, kills);
} else {
  process.stderr.write(`Usage: npm run drill -- ${Object.keys(drills).join('|')}\n`);
  process.exitCode = 2;
}

/** Returns both engines, or only the named one. */
function chosenEngines(only: string | undefined): readonly Engine[] {
  const chosenOnes = engines.filter((engine) => only === undefined || only === engine);
  if (chosenOnes.length > 0) return chosenOnes;
  process.stderr.write(`There is no engine ${only}. Choose ${engines.join(' or ')}.\n`);
  process.exit(2);
}

async function onEngine<Result>(engine: Engine, run: (database: DrillDatabase) => Promise<Result>): Promise<Result> {
  const postgres = engine === 'postgres' ? await providePostgres(process.env) : undefined;
  try {
    return await inFolder((dataDir) => run({ dataDir, postgres }));
  } finally {
    await postgres?.stop();
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
