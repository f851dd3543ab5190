import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { todayResponse } from '#contract/admin/today.ts';
import type { Queryable } from '#server/db/database.ts';
import { openPostgres } from '#server/db/postgres/open-postgres.ts';
import { findDiscrepancies } from '#test/support/payments/provider-records.ts';
import { startCrashWorld, type CrashWorld } from '#tools/crash/crash-world.ts';
import { operatorDeps } from '#tools/operator-deps.ts';
import { runCommand } from '#tools/provision/run-command.ts';
import { inProject } from '#tools/start/paths.ts';
import { startArchivedPostgres, type ArchivedPostgres } from './archived-postgres.ts';
import { createDrillDonors, type DrillDonors } from './drill-donors.ts';
import { logInAsAdmin } from './drill-world.ts';

/** The result of restoring the moment before a mistake. */
export interface PointInTimeDrill {
  /** The number of donations before the mistake, and how many of them the restored database has. */
  readonly before: number;
  readonly restored: number;
  /** The number of donations after the mistake that the restored database wrongly has. */
  readonly unexpected: number;
  readonly restoreSeconds: number;
  /** One sentence for each problem. */
  readonly problems: readonly string[];
  /** The number of payments after the mistake, and how many of them `npm run reconcile` rebuilt. */
  readonly after: number;
  readonly rebuilt: number;
}

const password = 'correct horse battery';
const measuredMs = 16_000; // the metrics are measured every 15 seconds

/** Donates, backs up, makes a mistake, donates again, and restores the moment before the mistake into a second server. */
export async function drillPointInTime(dataDir: string): Promise<PointInTimeDrill> {
  const postgres = await startArchivedPostgres();
  try {
    const variables = { ADMIN_PASSWORD: password };
    const world = await startCrashWorld({ dataDir, databaseUrl: postgres.url, variables });
    try {
      return await run(world, postgres);
    } finally {
      await world.close();
    }
  } finally {
    await postgres.remove();
  }
}

async function run(world: CrashWorld, postgres: ArchivedPostgres): Promise<PointInTimeDrill> {
  const donors = createDrillDonors(world);
  const { read, write } = world.deps.db;
  const cookie = await donors.register('early');
  await donate(donors, cookie);
  await postgres.backUp('full');
  await donate(donors, cookie);
  await postgres.backUp('incr');
  const noted = await command(world.environment, 'note-backup.ts', 'pgbackrest-incr');
  const unseen = await findUnseenBackup(world);
  await donate(donors, await donors.register('late')); // only in the archived log
  const known = await donationIds(read);
  const instant = await databaseTime(read);
  await pause(1000); // separates the mistake from the instant that is restored
  await sql`truncate ledger_entries cascade`.execute(write);
  await donate(donors, cookie);
  const all = await donationIds(read);
  const broken = await command(world.environment, 'check-ledger.ts');
  await postgres.archiveAll();

  const startedAt = performance.now();
  const server = await postgres.restoreTo(instant);
  const restoreSeconds = (performance.now() - startedAt) / 1000;
  const environment = { ...world.environment, DATABASE_URL: server.url };
  const restored = await readDonations(server.url);
  const checked = await command(environment, 'check-ledger.ts');
  const { donations: reconciled, differences } = await reconcileRestored(environment, donors);
  return {
    before: known.length,
    restored: known.filter((id) => restored.includes(id)).length,
    unexpected: restored.filter((id) => !known.includes(id)).length,
    restoreSeconds,
    after: all.length - known.length,
    rebuilt: reconciled - restored.length,
    problems: [
      ...problemOf(noted, 0, 'npm run backup:note'),
      ...unseen,
      ...problemOf(broken, 1, 'npm run check:ledger after the mistake'),
      ...problemOf(checked, 0, 'npm run check:ledger on the restored database'),
      ...differences,
    ],
  };
}

/** Makes eight donations, by card and with PayPal, as guests and with an account. */
async function donate(donors: DrillDonors, cookie: string): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await donors.payByCard();
    await donors.payByCard({ cookie });
    await donors.payWithPayPal();
    await donors.payWithPayPal();
  }
  await donors.sandbox.deliverWebhooks();
}

const donationIds = async (db: Queryable): Promise<string[]> =>
  (await db.selectFrom('donations').select('id').orderBy('id').execute()).map(({ id }) => id);

async function readDonations(url: string): Promise<string[]> {
  const db = openPostgres(url, () => undefined);
  try {
    return await donationIds(db.read);
  } finally {
    await db.close();
  }
}

/** Reads the database's time, as an operator would write it. */
async function databaseTime(db: Queryable): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db);
  return rows[0]?.now ?? '';
}

/** Returns one sentence if Today does not show the recorded backup, and one if the metrics do not. */
async function findUnseenBackup(world: CrashWorld): Promise<string[]> {
  const { serverUrl } = world;
  const cookie = await logInAsAdmin(world, password);
  const today = await fetch(`${serverUrl}/api/admin/today`, { headers: { cookie } });
  const { backup } = z.pick(todayResponse, { backup: true }).parse(await today.json());
  await pause(measuredMs);
  const metrics = await (await fetch(`${serverUrl}/metrics`)).text();
  const measured = Number(/^backup_timestamp_seconds (\S+)$/m.exec(metrics)?.[1]);
  return [
    ...(backup.madeAt === null ? ['Today does not show the backup'] : []),
    ...(measured > 0 ? [] : ['the metrics do not show the backup']),
  ];
}

/** Rebuilds the payments since the mistake, and compares our records with the providers'. */
async function reconcileRestored(environment: NodeJS.ProcessEnv, { sandbox }: DrillDonors) {
  await command(environment, 'reconcile.ts', '--restored'); // exits with 1 if something needs review; compared below
  const deps = await operatorDeps(environment);
  try {
    const differences = await findDiscrepancies(deps, sandbox);
    return { donations: (await donationIds(deps.db.read)).length, differences };
  } finally {
    await deps.db.close();
  }
}

/** Runs one of the operator's commands. */
const command = (environment: NodeJS.ProcessEnv, tool: string, ...options: readonly string[]) =>
  runCommand(process.execPath, [inProject('tools', tool), ...options], { env: environment });

const problemOf = (
  { exitCode, output }: { readonly exitCode: number | null; readonly output: string },
  expected: number,
  title: string,
): string[] => (exitCode === expected ? [] : [`${title} ended with ${exitCode}: ${output}`]);
