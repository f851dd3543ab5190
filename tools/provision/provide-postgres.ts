import { findPostgres } from './find-programs.ts';
import { machineInstaller } from './install-programs.ts';
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts';

/** A temporary PostgreSQL cluster, and the folder of its programs. */
export interface ProvidedPostgres extends PostgresCluster {
  readonly programFolder: string;
}

/** Starts a temporary cluster, and installs missing programs if possible. Otherwise throws an error that says what to install. */
export async function providePostgres(environment: NodeJS.ProcessEnv): Promise<ProvidedPostgres> {
  const programFolder = await providePostgresPrograms(environment);
  return { ...(await startPostgresCluster(programFolder)), programFolder };
}

/** Finds the folder with PostgreSQL's programs, and installs them if necessary. Throws an error that says what to install. */
export const providePostgresPrograms = async (environment: NodeJS.ProcessEnv): Promise<string> =>
  (await findPostgres(environment)) ?? (await install(environment));

async function install(environment: NodeJS.ProcessEnv): Promise<string> {
  const installer = machineInstaller();
  const failure = installer.obstacle ?? (await installer.install(['postgresql']));
  const installed = await findPostgres(environment);
  if (installed) return installed;
  throw new Error(`PostgreSQL's server programs are needed: install the package postgresql (${failure}).`);
}
