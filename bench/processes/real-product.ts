import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseConfig, type Environment } from '#server/config/config.ts';
import { findFreePort } from '#tools/provision/free-port.ts';
import type { ChildPlan } from '#tools/start/child.ts';
import { rootPath } from '#tools/start/paths.ts';
import { planStart, type StartPlan } from '#tools/start/plan.ts';
import { loadSandboxKeys } from '#tools/start/sandbox-keys.ts';
import { siteOrigin } from '../servers/production.ts';

/** A process that was started as `npm start` starts it, from this checkout or another. */
export interface RealProcess {
  readonly pid: number;
  readonly url: string;
  /** The time from the start of the process until its first response. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

/** The settings of a product in production on the payment sandbox, on free ports. Only the rate limits are lifted. */
export const realSettings = async (database: Environment): Promise<Environment> => ({
  ...database,
  NODE_ENV: 'production',
  PUBLIC_URL: siteOrigin,
  PAYMENT_SANDBOX: 'on',
  PORT: String(await findFreePort()),
  SANDBOX_PORT: String(await findFreePort()),
  RATE_LIMIT_FACTOR: '1000000',
});

/** The processes that `npm start` would run with these settings. */
export function planRealProcesses(settings: Environment): StartPlan & { readonly sandbox: ChildPlan } {
  const config = parseConfig(settings);
  const { sandbox, product } = planStart(config, loadSandboxKeys(config.dataDir), { ...process.env, ...settings });
  if (!sandbox) throw new Error('the settings have no payment sandbox');
  return { sandbox, product };
}

/** Starts one of the planned processes, and waits until it responds. Its output goes to a file. */
export async function startRealProcess(plan: ChildPlan, logFile: string, checkout = rootPath): Promise<RealProcess> {
  const { runtimeOptions, runtimeEnvironment } = await runtimeOf(checkout);
  const cache = { NODE_COMPILE_CACHE: join(checkout, '.cache', 'compile') };
  const environment = { ...plan.environment, ...runtimeEnvironment, ...cache };
  const entry = existsSync(join(checkout, plan.entry)) ? plan.entry : 'src/server/main.ts'; // an earlier release runs its sources
  return startAndWait([process.execPath, ...runtimeOptions, entry], {
    checkout,
    environment,
    logFile,
    url: plan.readinessUrl,
  });
}

/** Runs `npm start` until the product responds. */
export async function startWithNpm(settings: Environment, logFile: string, checkout: string): Promise<RealProcess> {
  const { product } = planRealProcesses(settings);
  const environment = { ...process.env, ...settings };
  return startAndWait(['npm', 'start'], { checkout, environment, logFile, url: product.readinessUrl });
}

/** The options that a checkout of the repository uses for its servers. Earlier releases set no environment. */
async function runtimeOf(checkout: string): Promise<Runtime> {
  const module: unknown = await import(pathToFileURL(join(checkout, 'tools/start/runtime-options.ts')).href);
  return module as Runtime;
}

interface Runtime {
  readonly runtimeOptions: readonly string[];
  readonly runtimeEnvironment?: Readonly<Record<string, string>>;
}

interface LaunchSettings {
  readonly checkout: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly logFile: string;
  readonly url: string;
}

async function startAndWait(
  [program = '', ...programArguments]: readonly string[],
  { checkout, environment, logFile, url }: LaunchSettings,
): Promise<RealProcess> {
  const log = openSync(logFile, 'a');
  const startedAt = performance.now();
  const child = spawn(program, programArguments, { cwd: checkout, env: environment, stdio: ['ignore', log, log] });
  closeSync(log);
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill); // a failed measurement leaves nothing running
  const exited = once(child, 'exit').then(() => process.off('exit', kill));
  while (!(await responds(url))) {
    if (child.exitCode !== null)
      throw new Error(`${programArguments.join(' ')} ended early; its output is in ${logFile}`);
    await pause(pollEveryMs);
  }
  const readyMs = performance.now() - startedAt;
  return { pid: child.pid ?? NaN, url, readyMs, stop: async () => void (child.kill('SIGINT'), await exited) }; // npm passes the signal on
}

const pollEveryMs = 5;

const responds = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (response) => (await response.body?.cancel(), response.ok),
    () => false,
  );
