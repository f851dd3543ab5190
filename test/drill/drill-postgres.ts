import { rmSync } from 'node:fs';
import { initializeCluster, makeClusterFolder, startServer } from '#tools/provision/cluster-server.ts';
import { providePostgresPrograms } from '#tools/provision/provide-postgres.ts';
import { runCommand } from '#tools/provision/run-command.ts';
import { userForPostgres } from '#tools/provision/unprivileged-user.ts';

/** A PostgreSQL server that a drill can stop, start and freeze. */
export interface DrillPostgres {
  readonly url: string;
  /** Ends all connections and stops the server. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Suspends all its processes: connections stay open, and nothing responds. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  remove(): Promise<void>;
}

export async function startDrillPostgres(): Promise<DrillPostgres> {
  const programFolder = await providePostgresPrograms(process.env);
  const user = userForPostgres();
  const folder = makeClusterFolder(user);
  await initializeCluster(programFolder, folder, user);
  let server = await startServer(programFolder, folder, user);
  const port = Number(new URL(server.url).port);
  const signalAll = async (signal: NodeJS.Signals): Promise<void> => {
    const { output } = await runCommand('ps', ['-o', 'pid=', '--ppid', String(server.pid)]);
    for (const pid of [server.pid, ...output.trim().split(/\s+/).filter(Boolean).map(Number)])
      process.kill(pid, signal);
  };
  return {
    url: server.url,
    stop: () => server.stop(),
    start: async () => void (server = await startServer(programFolder, folder, user, { port })),
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    remove: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
