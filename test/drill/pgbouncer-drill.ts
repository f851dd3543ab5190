import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { isStaffAccess } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { reconcile } from '#server/payments/index.ts';
import { openPostgres } from '#server/db/postgres/open-postgres.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import { startMailServer } from '#test/support/mail/mail-server.ts';
import { findDiscrepancies } from '#test/support/payments/provider-records.ts';
import { startCrashWorld, type CrashWorld } from '#tools/crash/crash-world.ts';
import { runCommand } from '#tools/provision/run-command.ts';
import { createDrillDonors, type DrillDonors } from './drill-donors.ts';
import { startDrillPostgres } from './drill-postgres.ts';
import { logInAsAdmin } from './drill-world.ts';
import { countOutcomes, startLoad } from './load.ts';
import { startPgBouncer } from './pgbouncer.ts';

/** The result of running three workers behind PgBouncer while donors pay. */
export interface PgBouncerDrill {
  readonly version: string;
  readonly calls: number;
  readonly payments: number;
  readonly adminPages: number;
  readonly workersKilled: number;
  /** Unexpected responses, and problems with sessions, jobs or the books. */
  readonly problems: readonly string[];
  /** True if PgBouncer refused named statements, which DATABASE_POOLER=on avoids. */
  readonly refusesNames: boolean;
}

const workers = '3';
const poolSize = 5; // the workers open up to 30 connections to PgBouncer
const clients = 12;
const rounds = 12;
const password = 'correct horse battery';

export async function drillPgBouncer(dataDir: string): Promise<PgBouncerDrill> {
  const postgres = await startDrillPostgres();
  const mail = await startMailServer();
  try {
    await setConnectionCheckInterval(postgres.url);
    const target = { port: Number(new URL(postgres.url).port), database: 'postgres' };
    const bouncer = await startPgBouncer(target, poolSize);
    try {
      const variables = {
        WEB_CONCURRENCY: workers,
        DATABASE_POOLER: 'on',
        ADMIN_PASSWORD: password,
        TIME_LIMIT_FACTOR: '10', // a busy machine is not an outage
      };
      const world = await startCrashWorld({ dataDir, databaseUrl: bouncer.url, smtpUrl: mail.url, variables });
      try {
        const found = await run(world);
        const receipts = mail.received.map(({ headers }) => headers.get('message-id'));
        const twice = receipts.length - new Set(receipts).size;
        const problems = [...found.problems, ...(twice > 0 ? [`${twice} emails were sent twice`] : [])];
        return { ...found, problems, version: bouncer.version, refusesNames: await refusesNames(bouncer.url) };
      } finally {
        await world.close();
      }
    } finally {
      await bouncer.stop();
    }
  } finally {
    await mail.close();
    await postgres.remove();
  }
}

/** Gives the role the setting that it needs behind a pooler (docs/high-availability.md). */
async function setConnectionCheckInterval(url: string): Promise<void> {
  const db = openPostgres(url, () => undefined);
  await sql`alter role postgres set client_connection_check_interval = '500ms'`.execute(db.write);
  await db.close();
}

async function run(world: CrashWorld): Promise<Omit<PgBouncerDrill, 'version' | 'refusesNames'>> {
  const donors = createDrillDonors(world);
  const load = startLoad({ url: world.serverUrl, origin: world.origin, clients });
  const admin = await logInAsAdmin(world, password);
  const problems: string[] = [];
  let [payments, adminPages] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    if (round === rounds / 2) await killWorker(world);
    payments += await pay(donors, round);
    const pages = await readAdminPages(world, admin);
    adminPages += pages.length;
    problems.push(...pages.filter(({ status }) => status !== 200).map(({ path, status }) => `${path}: ${status}`));
  }
  await load.stop();
  await donors.sandbox.deliverWebhooks();
  await reconcile(world.deps, 'open');
  // a call that the killed worker cut off
  const isCut = ({ outcome }: { readonly outcome: number | string }): boolean => outcome === 'ECONNRESET';
  const failed = load.responses.filter((response) => !response.isExpected && !isCut(response));
  const cut = load.responses.filter(isCut).length;
  return {
    calls: load.responses.length,
    payments,
    adminPages,
    workersKilled: 1,
    problems: [
      ...problems,
      ...countOutcomes(failed),
      ...(cut > clients ? [`${cut} calls were cut off`] : []),
      ...(await findDiscrepancies(world.deps, donors.sandbox)),
    ],
  };
}

/** Registers an account, whose session every worker must know, and makes four payments. */
async function pay(donors: DrillDonors, round: number): Promise<number> {
  const cookie = await donors.register(`donor${round}`);
  await Promise.all([donors.payByCard(), donors.payByCard({ cookie }), donors.payWithPayPal()]);
  await donors.payByCard({ cookie: await donors.logIn(`donor${round}`), isMonthly: round % 3 === 0 });
  return 4;
}

async function killWorker(world: CrashWorld): Promise<void> {
  const { output } = await runCommand('ps', ['-o', 'pid=', '--ppid', String(world.serverPid())]);
  const [first = ''] = output.trim().split(/\s+/);
  process.kill(Number(first), 'SIGKILL');
  await pause(1000); // lets the connections of the killed worker end
}

const adminPaths = Object.values(endpoints).flatMap((endpoint) => {
  const isPlain = endpoint.method === 'GET' && !endpoint.path.includes(':') && !('query' in endpoint);
  return isPlain && isStaffAccess(endpoint.access) ? [endpoint.path] : [];
});

const readAdminPages = (world: CrashWorld, cookie: string) =>
  Promise.all(
    adminPaths.map(async (path) => {
      const response = await fetch(`${world.serverUrl}${path}`, { headers: { cookie, connection: 'close' } });
      await response.arrayBuffer();
      return { path, status: response.status };
    }),
  );

const findCharity = prepared((db, { id }: { id: number }) =>
  db.selectFrom('charities').select(['id', 'name']).where('id', '=', id),
);

/** Sends a named statement on many connections at once, as the product does without DATABASE_POOLER. Returns true if it fails. */
async function refusesNames(url: string): Promise<boolean> {
  const db = openPostgres(url, () => undefined);
  try {
    const calls = Array.from({ length: 40 }, (_none, id) => findCharity(db.read, { id }));
    return (await Promise.allSettled(calls)).some(({ status }) => status === 'rejected');
  } finally {
    await db.close();
  }
}
