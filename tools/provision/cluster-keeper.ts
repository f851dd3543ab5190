/** The process that runs a temporary PostgreSQL cluster until the channel to its parent closes. */
import { type ClusterServer, makeClusterFolder, initializeCluster, startServer } from './cluster-server.ts';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type * as z from 'zod/mini';
import type { clusterReport } from './postgres-cluster.ts';
import { userForPostgres } from './unprivileged-user.ts';

const parentExited = once(process, 'disconnect');
const report = (message: z.infer<typeof clusterReport>): void => void process.send?.(message);

const programFolder = process.argv[2] ?? '';
const user = userForPostgres();
const folder = makeClusterFolder(user);
let server: ClusterServer | undefined;
try {
  await initializeCluster(programFolder, folder, user);
  server = await startServer(programFolder, folder, user);
  report({ url: server.url });
  await Promise.race([parentExited, server.exited]);
} catch (error) {
  report({ problem: error instanceof Error ? error.message : String(error) });
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(); // the channel may still be open
