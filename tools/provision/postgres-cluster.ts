import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

const keeperPath = fileURLToPath(new URL('./cluster-keeper.ts', import.meta.url));

/** A throw-away PostgreSQL server on loopback. */
export interface PostgresCluster {
  /** Address of the `postgres` database as superuser; from there each test file makes a database of its own. */
  readonly url: string;
  /** Stops the server and removes everything it wrote. */
  stop(): Promise<void>;
}

/** What the keeper reports once: where the cluster is, or why there is none. */
export const clusterReport = z.union([z.object({ url: z.string() }), z.object({ problem: z.string() })]);

/**
 * Makes and starts a cluster from the programs in `programFolder`. A keeper process of its own holds it and takes it away when
 * this process ends, whatever ends it.
 */
export async function startPostgresCluster(programFolder: string): Promise<PostgresCluster> {
  const keeper = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', keeperPath, programFolder], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true, // Ctrl-C in the terminal is not for the server: it stops after the tests that use it
  });
  const gone = once(keeper, 'exit');
  const report = clusterReport.parse(
    await Promise.race([
      once(keeper, 'message').then(([message]: unknown[]) => message),
      gone.then(() => ({ problem: 'PostgreSQL could not be started.' })),
    ]),
  );
  if ('problem' in report) throw new Error(report.problem);
  return {
    url: report.url,
    stop: async () => {
      if (keeper.connected) keeper.disconnect();
      await gone;
    },
  };
}
