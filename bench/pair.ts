import { join } from 'node:path';
import { compileCachePath } from '#tools/start/paths.ts';
import type { BenchDatabase, DatabaseSource } from './databases.ts';
import { startProcess, type StartedProcess } from './processes/started-process.ts';

/** One side of a comparison: a process and the database that is its own. */
export interface Side {
  readonly process: StartedProcess;
  readonly database: BenchDatabase;
}

/** The product and its bare peer, both running, so that slices of both can alternate. */
export interface Pair {
  readonly product: Side;
  readonly bare: Side;
  stop(): Promise<void>;
}

/** Starts both sides of a comparison; `name` becomes part of their databases' and logs' names. */
export async function startPair(
  source: DatabaseSource,
  name: string,
  modules: { product: string; bare: string },
): Promise<Pair> {
  const product = await startSide(source, `${name}_product`, modules.product);
  const bare = await startSide(source, `${name}_bare`, modules.bare);
  return { product, bare, stop: async () => void (await Promise.all([stopSide(product), stopSide(bare)])) };
}

/** Starts one process over a fresh database; `variables` join its environment. */
export async function startSide(
  source: DatabaseSource,
  name: string,
  module: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Side> {
  const database = await source.create(name);
  const environment = {
    ...variables,
    ...database.environment,
    BENCH_NAME: `${source.engine}-${name}`,
    NODE_COMPILE_CACHE: compileCachePath,
  }; // as `npm start` does
  return { database, process: await startProcess(module, environment, join(source.folder, `${name}.log`)) };
}

/** Ends a process and lets go of its database. */
export async function stopSide({ process, database }: Side): Promise<void> {
  await process.stop();
  await database.close();
}
