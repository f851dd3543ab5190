import { join } from 'node:path';
import { runtimeEnvironment } from '#tools/start/runtime-options.ts';
import type { BenchDatabase, DatabaseSource } from './databases.ts';
import { startProcess, type StartedProcess } from './processes/started-process.ts';

/** One side of a comparison: a process with its own database. */
export interface Side {
  readonly process: StartedProcess;
  readonly database: BenchDatabase;
}

/** The product and the program it is compared with, both running, so that their slices can alternate. */
export interface Pair {
  readonly product: Side;
  readonly baseline: Side;
  stop(): Promise<void>;
}

/** Starts both sides of a comparison; `name` is part of the names of their databases and logs. */
export async function startPair(
  source: DatabaseSource,
  name: string,
  modules: { product: string; baseline: string },
): Promise<Pair> {
  const product = await startSide(source, `${name}_product`, modules.product);
  const baseline = await startSide(source, `${name}_bare`, modules.baseline);
  return { product, baseline, stop: async () => void (await Promise.all([stopSide(product), stopSide(baseline)])) };
}

/** Starts one process with a new database; `variables` are added to its environment. */
export const startSide = async (
  source: DatabaseSource,
  name: string,
  module: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Side> => startOnDatabase(source, await source.create(name), { name, module, variables });

/** Starts one process on an existing database. */
export async function startOnDatabase(
  source: DatabaseSource,
  database: BenchDatabase,
  program: { readonly name: string; readonly module: string; readonly variables: Readonly<Record<string, string>> },
): Promise<Side> {
  const { name, module, variables } = program;
  const environment = {
    ...variables,
    ...database.environment,
    BENCH_NAME: `${source.engine}-${name}`,
    ...runtimeEnvironment,
  };
  return { database, process: await startProcess(module, environment, join(source.folder, `${name}.log`)) };
}

export async function stopSide({ process, database }: Side): Promise<void> {
  await process.stop();
  await database.close();
}
