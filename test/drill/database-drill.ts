import { setTimeout as pause } from 'node:timers/promises';
import { startDatabaseProxy, type TcpProxy } from '#test/support/app/tcp-proxy.ts';
import { findDiscrepancies } from '#test/support/payments/provider-records.ts';
import { reconcile } from '#server/payments/index.ts';
import { startCrashWorld, type CrashWorld } from '#tools/crash/crash-world.ts';
import { createDrillDonors, type DrillDonors } from './drill-donors.ts';
import { startDrillPostgres, type DrillPostgres } from './drill-postgres.ts';
import { countOutcomes, startLoad, type LoadResponse, type Load } from './load.ts';

/** The results of one outage under load. */
export interface DatabaseOutage {
  readonly fault: string;
  readonly calls: number;
  readonly payments: number;
  /** The number of calls that got 503 during the outage. */
  readonly refused: number;
  /** All other failures, such as `checkout 500: 3`. */
  readonly failures: readonly string[];
  /** The longest wait of a refused call, from its start or, if that was earlier, from the start of the outage. */
  readonly slowestMs: number;
  /** The time from the start of the outage until `/readyz` turned red; undefined if it never did. */
  readonly redAfterMs: number | undefined;
  /** The time from the database's return until no call is refused and `/readyz` is green. */
  readonly healedAfterMs: number;
  /** Differences between our records and the provider's, and breaches of the ledger's rules. */
  readonly differences: readonly string[];
}

interface Fault {
  readonly name: string;
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
}

const clients = 20;
const warmUpMs = 4000;
const outageMs = 8000;
const healMs = 15_000;
const pauseMs = 100; // between two payments, and between two readiness checks

const faultsOf = {
  'database-restart': (postgres: DrillPostgres): Fault[] =>
    [1, 2, 3].map((round) => ({
      name: `restart ${round}`,
      begin: () => postgres.stop(),
      end: () => postgres.start(),
    })),
  'database-frozen': (postgres: DrillPostgres, proxy: TcpProxy): Fault[] => [
    { name: 'frozen server', begin: () => postgres.freeze(), end: () => postgres.thaw() },
    { name: 'packets dropped silently', begin: () => proxy.dropPackets(), end: () => proxy.forward() },
  ],
} as const;

export type DatabaseDrill = keyof typeof faultsOf;

/** Makes the database fail while donors pay, and watches the product until 15 seconds after the database's return. */
export async function drillDatabase(drill: DatabaseDrill, dataDir: string): Promise<DatabaseOutage[]> {
  const postgres = await startDrillPostgres();
  const proxy = await startDatabaseProxy(postgres.url);
  try {
    const world = await startCrashWorld({ dataDir, databaseUrl: proxy.url });
    try {
      const outages: DatabaseOutage[] = [];
      for (const fault of faultsOf[drill](postgres, proxy)) outages.push(await watchFault(world, fault));
      return outages;
    } finally {
      await world.close();
    }
  } finally {
    await proxy.close();
    await postgres.remove();
  }
}

async function watchFault(world: CrashWorld, fault: Fault): Promise<DatabaseOutage> {
  const donors = createDrillDonors(world);
  const load = startLoad({ url: world.serverUrl, origin: world.origin, clients });
  const paying = payUntilStopped(donors);
  const readiness = watchReadiness(world.serverUrl);
  await pause(warmUpMs);
  const beganAt = performance.now();
  await fault.begin();
  await pause(outageMs);
  await fault.end();
  const endedAt = performance.now();
  await pause(healMs);
  const [payments] = await Promise.all([paying.stop(), load.stop(), readiness.stop()]);
  const redAt = readiness.responses.find(({ isReady, at }) => at > beganAt && !isReady)?.at;
  return {
    fault: fault.name,
    payments,
    ...summarize(load, readiness.responses, { beganAt, endedAt }),
    redAfterMs: redAt === undefined ? undefined : redAt - beganAt,
    differences: await compare(world, donors),
  };
}

function summarize(
  { responses }: Load,
  readiness: readonly Readiness[],
  { beganAt, endedAt }: { readonly beganAt: number; readonly endedAt: number },
) {
  const failed = responses.filter(({ isExpected }) => !isExpected);
  const isRefusal = ({ outcome }: LoadResponse): boolean => outcome === 503;
  const refused = failed.filter(isRefusal);
  const waits = refused.map((response) => response.endedAt - Math.max(response.startedAt, beganAt));
  const lastFailures = [
    endedAt,
    ...failed.map((response) => response.endedAt),
    ...readiness.filter(({ isReady }) => !isReady).map(({ at }) => at),
  ];
  return {
    calls: responses.length,
    refused: refused.length,
    failures: countOutcomes(failed.filter((response) => !isRefusal(response))),
    slowestMs: waits.reduce((slowest, wait) => Math.max(slowest, wait), 0),
    healedAfterMs: lastFailures.reduce((last, at) => Math.max(last, at), 0) - endedAt,
  };
}

/** Starts a donor who pays by card again and again. `stop` resolves to the number of payments. */
function payUntilStopped(donors: DrillDonors): { stop(): Promise<number> } {
  const stop = new AbortController();
  const run = async (): Promise<number> => {
    let payments = 0;
    while (!stop.signal.aborted) {
      const isPaid = await donors.payByCard().then(
        () => true,
        () => false, // refused during the outage
      );
      payments += Number(isPaid);
      await pause(pauseMs);
    }
    return payments;
  };
  const running = run();
  return { stop: () => (stop.abort(), running) };
}

interface Readiness {
  readonly at: number;
  readonly isReady: boolean;
}

function watchReadiness(url: string): { readonly responses: readonly Readiness[]; stop(): Promise<void> } {
  const responses: Readiness[] = [];
  const stop = new AbortController();
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const { ok } = await fetch(`${url}/readyz`).catch(() => ({ ok: false }));
      responses.push({ at: performance.now(), isReady: ok });
      await pause(pauseMs);
    }
  };
  const running = run();
  return { responses, stop: () => (stop.abort(), running) };
}

/** Delivers the webhooks that failed during the outage, reconciles, and compares our records with the provider's. */
async function compare(world: CrashWorld, { sandbox }: DrillDonors): Promise<readonly string[]> {
  await sandbox.deliverWebhooks();
  await reconcile(world.deps, 'open');
  return findDiscrepancies(world.deps, sandbox);
}
