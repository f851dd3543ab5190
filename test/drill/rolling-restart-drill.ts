import { setTimeout as pause } from 'node:timers/promises';
import { parseConfig } from '#server/config/config.ts';
import { controlSandbox } from '#sandbox/control-client.ts';
import { findDiscrepancies } from '#test/support/payments/provider-records.ts';
import { operatorDeps } from '#tools/operator-deps.ts';
import { findFreePort } from '#tools/provision/free-port.ts';
import { providePostgres } from '#tools/provision/provide-postgres.ts';
import { startChild, waitUntilReady, type Child, type ChildPlan } from '#tools/start/child.ts';
import { planStart } from '#tools/start/plan.ts';
import { loadSandboxKeys } from '#tools/start/sandbox-keys.ts';
import { startHaProxy } from './haproxy.ts';
import { countOutcomes, startLoad, type Load } from './load.ts';

/** The result of restarting two processes alternately while clients call. */
export interface RollingRestart {
  readonly calls: number;
  readonly restarts: number;
  /** The failed calls by outcome, such as `checkout 503: 3`. */
  readonly failures: readonly string[];
  readonly slowestMs: number;
  /** Differences between our records and the provider's, and breaches of the ledger's rules. */
  readonly differences: readonly string[];
}

const clients = 16;
const callsMin = 10_000;
const restartsMin = 4;
const checkMs = 5000; // the proxy checks every second, and a check may take 3 seconds

/** Alternately restarts two processes behind HAProxy, at least four times and until 10,000 calls have completed. */
export async function drillRollingRestart(dataDir: string): Promise<RollingRestart> {
  const postgres = await providePostgres(process.env);
  const ports = { own: await findFreePort(), servers: [await findFreePort(), await findFreePort()] } as const;
  const environments = ports.servers.map((port) => ({
    PATH: process.env['PATH'],
    PORT: String(port),
    SANDBOX_PORT: String(ports.servers[0] + 1),
    PUBLIC_URL: `http://localhost:${ports.own}`,
    TRUST_PROXY: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    RATE_LIMIT_FACTOR: '1000', // all clients share one address
    LOG_LEVEL: 'warn',
  }));
  const keys = loadSandboxKeys(dataDir);
  const plans = environments.map((environment) => planStart(parseConfig(environment), keys, environment));
  const sandbox = startChild(throughProxy(plans[0]?.sandbox, ports.own));
  const servers: Child[] = [];
  const proxy = await startHaProxy(dataDir, ports);
  try {
    for (const { product } of plans) servers.push(await startReady(product));
    await pause(checkMs);
    const load = startLoad({ url: `http://127.0.0.1:${ports.own}`, origin: `http://localhost:${ports.own}`, clients });
    let restarts = 0;
    for (; restarts < restartsMin || load.responses.length < callsMin; restarts += 1) {
      const index = restarts % servers.length;
      await servers[index]?.stop();
      servers[index] = await startReady(plans[index]!.product);
      await pause(checkMs);
    }
    await load.stop();
    const deps = await operatorDeps(environments[0]!);
    const differences = await findDiscrepancies(deps, controlSandbox(new URL(plans[0]!.sandbox!.readinessUrl).origin));
    await deps.db.close();
    return { restarts, ...summarize(load), differences };
  } finally {
    await Promise.all([...servers, sandbox].map((child) => child.stop('SIGINT')));
    await proxy.stop();
    await postgres.stop();
  }
}

/** Changes the plan so that the provider's messages also go through the proxy. */
function throughProxy(plan: ChildPlan | undefined, port: number): ChildPlan {
  if (!plan) throw new TypeError('the drill needs the payment sandbox');
  const webhook = { SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${port}/api/webhooks/stripe` };
  return { ...plan, environment: { ...plan.environment, ...webhook } };
}

async function startReady(plan: ChildPlan): Promise<Child> {
  const child = startChild(plan);
  await waitUntilReady(child, plan);
  return child;
}

function summarize({ responses }: Load): Pick<RollingRestart, 'calls' | 'failures' | 'slowestMs'> {
  return {
    calls: responses.length,
    failures: countOutcomes(responses.filter(({ isExpected }) => !isExpected)),
    slowestMs: responses.reduce((slowest, { startedAt, endedAt }) => Math.max(slowest, endedAt - startedAt), 0),
  };
}
