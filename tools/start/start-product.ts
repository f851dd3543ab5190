import { mkdirSync } from 'node:fs';
import { type Config, ConfigError, parseConfig } from '#server/config.ts';
import { buildWebIfStale } from './build-web.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import type { Child } from './child.ts';
import { followFiles } from './follow-files.ts';
import { listenersOf, planStart, type StartPlan } from './plan.ts';
import { assertPortIsFree } from './ports.ts';
import { secondsSince, showStep } from './progress.ts';
import { errorCode, Refusal } from './refusal.ts';
import { loadSandboxKeys } from './sandbox-keys.ts';
import { onStopSignals } from './stop-signals.ts';
import { summarize } from './summary.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';

/** How `npm run dev` differs from `npm start`. */
export interface StartOptions {
  /** Build and start again when files change, and wait for a better version when the product dies. */
  readonly followsFiles: boolean;
}

/**
 * Runs the product until it is told to stop. Resolves to the exit code: 0 after a clean stop, 1 when the start was refused or
 * a process died.
 */
export async function startProduct(environment: NodeJS.ProcessEnv, options: StartOptions): Promise<number> {
  const end = Promise.withResolvers<undefined>();
  const supervisor = createSupervisor((sentence) => {
    if (options.followsFiles) console.error(`${sentence} Waiting for a change …`);
    else end.reject(new Refusal(sentence));
  });
  onStopSignals(
    () => end.resolve(undefined),
    () => supervisor.killAll(),
  );
  try {
    await Promise.race([run(environment, options, supervisor), end.promise]);
    await end.promise;
    console.log('\nStopping …');
    return 0;
  } catch (error) {
    if (!(error instanceof ConfigError) && !(error instanceof Refusal)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    await supervisor.stopAll();
  }
}

async function run(environment: NodeJS.ProcessEnv, options: StartOptions, supervisor: Supervisor): Promise<void> {
  const startedAt = performance.now();
  const config = parseConfig(environment);
  makeDataFolder(config.dataDir);
  if (config.sandbox || !config.databaseUrl) lockDataFolder(config.dataDir); // others may share a real database and real providers
  for (const listener of listenersOf(config)) await assertPortIsFree(listener);
  await buildWebIfStale();

  const keys = config.sandbox ? loadSandboxKeys(config.dataDir) : undefined;
  const plan = planStart(config, keys, { ...environment, LOG_LEVEL: environment['LOG_LEVEL'] ?? defaultLogLevel() });
  const children = await showStep('Starting', () => startAll(plan, supervisor));
  console.log(summarize(config, secondsSince(startedAt)));
  for (const child of children) child.show();
  if (options.followsFiles) followFiles(plan.product, children.at(-1), supervisor);
}

/** A person at a terminal wants to hear of problems; a file or a service manager gets every line. */
const defaultLogLevel = (): string => (process.stdout.isTTY ? 'warn' : 'info');

async function startAll(plan: StartPlan, supervisor: Supervisor): Promise<Child[]> {
  const plans = plan.sandbox ? [plan.sandbox, plan.product] : [plan.product];
  return Promise.all(plans.map((child) => supervisor.start(child)));
}

function makeDataFolder(dataDir: Config['dataDir']): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 }); // it holds the generated secrets
  } catch (error) {
    throw new Refusal(`DATA_DIR is ${dataDir}, where no folder can be made (${errorCode(error)}).`);
  }
}
