import { setTimeout as pause } from 'node:timers/promises';
import { openPostgres } from '#server/db/postgres/open-postgres.ts';
import { reconcile } from '#server/payments/index.ts';
import { controlSandbox } from '#sandbox/control-client.ts';
import { findDiscrepancies } from '#test/support/payments/provider-records.ts';
import { startCrashWorld, type CrashWorld } from '#tools/crash/crash-world.ts';
import { countOutcomes } from '../load.ts';
import { startPgBouncer } from '../pgbouncer.ts';
import { startCheckoutStream, type CheckoutStream } from './checkout-stream.ts';
import { startDatabaseCluster, type DatabaseCluster } from './database-cluster.ts';

/** The results of killing the primary three times while donors pay. */
export interface FailoverDrill {
  readonly kills: readonly Failover[];
  readonly ratePerSecond: number;
  readonly confirmed: number;
  /** Responses other than 200 and 503, such as `checkout 500: 3`. */
  readonly failures: readonly string[];
  /** Differences between our records and the provider's, and breaches of the ledger's rules. */
  readonly differences: readonly string[];
}

export interface Failover {
  /** The time from the kill to the last failed call. */
  readonly backAfterMs: number;
  /** The number of calls that failed after the kill. */
  readonly refused: number;
  /** The number of confirmed payment pages and donations that are missing after the failover. */
  readonly lost: number;
}

const workers = '3';
const poolSize = 20;
const killCount = 3;
const calmMs = 10_000;
const watchMsMax = 60_000; // the drill fails above 30 s, but waits longer to measure how long the failover took

export async function drillFailover(dataDir: string, perSecond: number): Promise<FailoverDrill> {
  const cluster = await startDatabaseCluster();
  try {
    const bouncer = await startPgBouncer(cluster.target, poolSize);
    try {
      const variables = { WEB_CONCURRENCY: workers, DATABASE_POOLER: 'on' };
      const world = await startCrashWorld({ dataDir, databaseUrl: bouncer.url, variables });
      try {
        return await run(world, cluster, perSecond);
      } finally {
        await world.close();
      }
    } finally {
      await bouncer.stop();
    }
  } finally {
    await cluster.remove();
  }
}

async function run(world: CrashWorld, cluster: DatabaseCluster, perSecond: number): Promise<FailoverDrill> {
  const beganAt = performance.now();
  const stream = startCheckoutStream(world, perSecond);
  const kills: Failover[] = [];
  for (let count = 0; count < killCount; count += 1) {
    await pause(calmMs);
    kills.push(await killAndWatch(stream, cluster));
    await cluster.restoreKilled();
  }
  await pause(calmMs);
  const seconds = (performance.now() - beganAt) / 1000;
  await stream.stop();
  const sandbox = controlSandbox(world.sandboxUrl);
  await sandbox.deliverWebhooks();
  await reconcile(world.deps, 'open');
  return {
    kills,
    ratePerSecond: stream.begun / seconds,
    confirmed: stream.donationIds.size,
    failures: countOutcomes(stream.responses.filter(({ outcome }) => outcome !== 200 && outcome !== 503)),
    differences: await findDiscrepancies(world.deps, sandbox),
  };
}

/** Kills the primary, waits until calls succeed again, and looks for everything confirmed before in the new primary. */
async function killAndWatch(stream: CheckoutStream, cluster: DatabaseCluster): Promise<Failover> {
  const confirmed = { sessionIds: [...stream.sessionIds], donationIds: [...stream.donationIds] };
  const responsesBefore = stream.responses.length;
  const killedAt = performance.now();
  await cluster.killPrimary();
  const isFailed = ({ outcome, endedAt }: { outcome: number | string; endedAt: number }): boolean =>
    outcome !== 200 && endedAt > killedAt;
  const responsesSinceKill = () => stream.responses.slice(responsesBefore);
  while (performance.now() - killedAt < watchMsMax) {
    await pause(1000);
    const last = responsesSinceKill().findLast(isFailed);
    const isBack =
      last !== undefined && performance.now() - last.endedAt > calmMs && responsesSinceKill().at(-1)?.outcome === 200;
    if (isBack) break;
  }
  const refused = responsesSinceKill().filter(isFailed);
  return {
    backAfterMs: (refused.at(-1)?.endedAt ?? killedAt) - killedAt,
    refused: refused.length,
    lost: await countLost(cluster, confirmed),
  };
}

async function countLost(
  cluster: DatabaseCluster,
  confirmed: { readonly sessionIds: readonly string[]; readonly donationIds: readonly string[] },
): Promise<number> {
  const db = openPostgres(cluster.url, () => undefined);
  try {
    const intents = await db.patient.read.selectFrom('donation_intents').select('provider_session_id as id').execute();
    const donations = await db.patient.read.selectFrom('donations').select('id').execute();
    const [pages, known] = [intents, donations].map((rows) => new Set(rows.map(({ id }) => id)));
    return (
      confirmed.sessionIds.filter((id) => !pages?.has(id)).length +
      confirmed.donationIds.filter((id) => !known?.has(id)).length
    );
  } finally {
    await db.close();
  }
}
