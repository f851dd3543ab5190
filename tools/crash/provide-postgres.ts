import { findPostgres } from '../provision/find-programs.ts';
import { machineInstaller } from '../provision/install-programs.ts';
import { type PostgresCluster, startPostgresCluster } from '../provision/postgres-cluster.ts';

/** A throw-away PostgreSQL cluster, installed first where that can be done. Throws the sentence that says what to install. */
export async function providePostgres(environment: NodeJS.ProcessEnv): Promise<PostgresCluster> {
  const present = await findPostgres(environment);
  if (present) return startPostgresCluster(present);
  const installer = machineInstaller();
  const failure = installer.obstacle ?? (await installer.install(['postgresql']));
  const installed = await findPostgres(environment);
  if (!installed) {
    throw new Error(`The crash test needs PostgreSQL's server programs: install the package postgresql (${failure}).`);
  }
  return startPostgresCluster(installed);
}
