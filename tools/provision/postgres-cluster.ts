import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

const keeperPath = fileURLToPath(new URL('./cluster-keeper.ts', import.meta.url));

/** A temporary PostgreSQL server on loopback. */
export interface PostgresCluster {
  /** Address of the `postgres` database as superuser; each test file creates its own database there. */
  readonly url: string;
  /** Stops the server and removes everything it wrote. */
  stop(): Promise<void>;
}

/** The keeper's only report: the cluster's URL, or the reason why there is none. */
export const clusterReport = z.union([z.object({ url: z.string() }), z.object({ problem: z.string() })]);

/**
 * Creates and starts a cluster with the programs in `programFolder`. A separate keeper process runs it and removes it when
 * this process ends for any reason.
 */
export async function startPostgresCluster(programFolder: string): Promise<PostgresCluster> {
  const keeper = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', keeperPath, programFolder], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true, // Ctrl-C in the terminal must not stop the server before the tests that use it
  });
  const exited = once(keeper, 'exit');
  const report = clusterReport.parse(
    await Promise.race([
      once(keeper, 'message').then(([message]: unknown[]) => message),
      exited.then(() => ({ problem: 'PostgreSQL could not be started.' })),
    ]),
  );
  if ('problem' in report) throw new Error(report.problem);
  return {
    url: report.url,
    stop: async () => {
      if (keeper.connected) keeper.disconnect();
      await exited;
    },
  };
}
