import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { initializeCluster, startServer } from '#tools/provision/cluster-server.ts';
import type { PostgresCluster } from '#tools/provision/postgres-cluster.ts';
import { userForPostgres } from '#tools/provision/unprivileged-user.ts';

/** Starts a cluster whose data stays in a folder; creates it if there is none. */
export async function startKeptCluster(programFolder: string, folder: string): Promise<PostgresCluster> {
  const user = userForPostgres();
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    if (user) chownSync(folder, user.uid, user.gid);
    await initializeCluster(programFolder, folder, user);
  }
  return startServer(programFolder, folder, user);
}
