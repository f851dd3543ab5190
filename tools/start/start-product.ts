import { type Config, ConfigError, parseConfig } from '#server/config/config.ts';
import { diskProblem, fileProblem } from '#server/disk/file-problem.ts';
import { makePrivateFolder } from '#server/disk/private-files.ts';
import { buildIfStale } from './builds.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import type { Child, StopSignal } from './child.ts';
import { followFiles } from './follow-files.ts';
import { listenersOf, planStart, type StartPlan } from './plan.ts';
import { assertPortIsFree } from './ports.ts';
import { secondsSince, showStep } from './progress.ts';
import { errorCode, Refusal } from './refusal.ts';
import { loadSandboxKeys } from './sandbox-keys.ts';
import { onStopSignals } from './stop-signals.ts';
import { summarize } from './summary.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';

/** The differences between `npm run dev` and `npm start`. */
export interface StartOptions {
  /** True to rebuild and restart when files change, and to wait for the next change when the product crashes. */
  readonly followsFiles: boolean;
}

/**
 * Runs the product until it is stopped. Resolves to the exit code: 0 after a clean stop, 1 when it could not start or a
 * process crashed.
 */
export async function startProduct(environment: NodeJS.ProcessEnv, options: StartOptions): Promise<number> {
  const end = Promise.withResolvers<undefined>();
  let stopSignal: StopSignal = 'SIGINT';
  const supervisor = createSupervisor((sentence) => {
    if (options.followsFiles) console.error(`${sentence} Waiting for a change …`);
    else end.reject(new Refusal(sentence));
  });
  onStopSignals(
    (signal) => {
      if (signal === 'SIGTERM') stopSignal = signal;
      end.resolve(undefined);
    },
    () => supervisor.killAll(),
  );
  try {
    await Promise.race([run(environment, options, supervisor), end.promise]);
    await end.promise;
    console.log('\nStopping …');
    return 0;
  } catch (error) {
    const sentence = error instanceof Refusal || error instanceof ConfigError ? error.message : diskProblem(error);
    if (sentence === undefined) throw error;
    console.error(sentence);
    return 1;
  } finally {
    await supervisor.stopAll(stopSignal);
  }
}

async function run(environment: NodeJS.ProcessEnv, options: StartOptions, supervisor: Supervisor): Promise<void> {
  const startedAt = performance.now();
  const config = parseConfig(environment);
  createDataFolder(config.dataDir);
  if (config.sandbox || !config.databaseUrl) lockDataFolder(config.dataDir); // processes may share a real database and real providers
  for (const listener of listenersOf(config)) await assertPortIsFree(listener);
  await buildIfStale(options.followsFiles ? ['pages'] : ['pages', 'server']);

  const keys = config.sandbox ? loadSandboxKeys(config.dataDir) : undefined;
  const planned = planStart(config, keys, { ...environment, LOG_LEVEL: environment['LOG_LEVEL'] ?? defaultLogLevel() });
  const plan = options.followsFiles ? fromSources(planned) : planned;
  const children = await showStep('Starting', () => startAll(plan, supervisor));
  console.log(summarize(config, secondsSince(startedAt)));
  for (const child of children) child.show();
  if (options.followsFiles) followFiles(plan.product, children.at(-1), supervisor);
}

/** Changes a plan to run the server's sources instead of its build. */
const fromSources = (plan: StartPlan): StartPlan => ({
  ...plan,
  product: { ...plan.product, entry: 'src/server/main.ts' },
});

/** The log level: only problems at a terminal, every line for a file or a service manager. */
const defaultLogLevel = (): string => (process.stdout.isTTY ? 'warn' : 'info');

async function startAll(plan: StartPlan, supervisor: Supervisor): Promise<Child[]> {
  const plans = plan.sandbox ? [plan.sandbox, plan.product] : [plan.product];
  return Promise.all(plans.map((child) => supervisor.start(child)));
}

function createDataFolder(dataDir: Config['dataDir']): void {
  try {
    makePrivateFolder(dataDir); // contains the generated secrets
  } catch (error) {
    throw new Refusal(
      `DATA_DIR is ${dataDir}, where no folder can be created: ${fileProblem(error) ?? String(errorCode(error))}.`,
    );
  }
}
