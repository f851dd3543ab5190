import { appendFileSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ClusterServer,
  initializeCluster,
  makeClusterFolder,
  startServer,
} from '#tools/provision/cluster-server.ts';
import { providePostgresPrograms } from '#tools/provision/provide-postgres.ts';
import { runCommand } from '#tools/provision/run-command.ts';
import { userForPostgres, type User } from '#tools/provision/unprivileged-user.ts';
import { inProject } from '#tools/start/paths.ts';
import { provideProgram } from './debian-root.ts';

/** A PostgreSQL server whose write-ahead log is archived by pgBackRest, as `deploy/pgbackrest` says. */
export interface ArchivedPostgres {
  readonly url: string;
  backUp(type: 'full' | 'incr'): Promise<void>;
  /** Waits until everything written so far is in the archive. */
  archiveAll(): Promise<void>;
  /** Starts a second server with the database as it was at an instant. */
  restoreTo(instant: string): Promise<ClusterServer>;
  remove(): Promise<void>;
}

export async function startArchivedPostgres(): Promise<ArchivedPostgres> {
  await provideProgram('pgbackrest');
  const programFolder = await providePostgresPrograms(process.env);
  const user = userForPostgres();
  const folder = makeClusterFolder(user);
  const makeFolder = (name: string): string => {
    mkdirSync(join(folder, name), { mode: 0o700 });
    if (user) chownSync(join(folder, name), user.uid, user.gid);
    return join(folder, name);
  };
  const paths: Paths = {
    cluster: makeFolder('cluster'),
    sockets: makeFolder('sockets'),
    repository: makeFolder('repository'),
    configuration: join(folder, 'pgbackrest.conf'),
  };
  await initializeCluster(programFolder, paths.cluster, user);
  appendDocumentedSettings(paths);
  const settings = { unix_socket_directories: paths.sockets };
  const server = await startServer(programFolder, paths.cluster, user, { settings });
  writeConfiguration(paths, new URL(server.url).port);
  const backrest = (...options: readonly string[]) => runBackrest(paths, user, options);
  await backrest('stanza-create');
  let restored: ClusterServer | undefined;
  return {
    url: server.url,
    backUp: (type) => backrest(`--type=${type}`, 'backup'),
    archiveAll: () => backrest('check'),
    restoreTo: async (instant) => {
      const scratch = makeFolder('scratch');
      const recoveryOptions = ['--type=time', `--target=${instant}`, '--target-action=promote'];
      await backrest(`--pg1-path=${scratch}`, ...recoveryOptions, '--archive-mode=off', 'restore');
      restored = await startServer(programFolder, scratch, user);
      return restored;
    },
    remove: async () => {
      await Promise.all([server.stop(), restored?.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Paths {
  readonly cluster: string;
  readonly sockets: string;
  readonly repository: string;
  readonly configuration: string;
}

/** Appends the documented settings of PostgreSQL, with the drill's configuration of pgBackRest. */
function appendDocumentedSettings({ cluster, configuration }: Paths): void {
  const documented = readFileSync(inProject('deploy', 'pgbackrest', 'archive.conf'), 'utf8');
  const settings = documented.replace('pgbackrest --stanza', `pgbackrest --config=${configuration} --stanza`);
  appendFileSync(join(cluster, 'postgresql.conf'), settings);
}

/** Writes the documented configuration of pgBackRest, with the drill's folders and port. */
function writeConfiguration({ cluster, sockets, repository, configuration }: Paths, port: string): void {
  const documented = readFileSync(inProject('deploy', 'pgbackrest', 'pgbackrest.conf'), 'utf8');
  const own = documented
    .replace('/var/lib/pgbackrest', repository)
    .replace('[kindbite]', `lock-path=${repository}/lock\nlog-path=${repository}/log\n\n[kindbite]`)
    .replace('/var/lib/postgresql/15/main', cluster)
    .replace('/var/run/postgresql', sockets);
  writeFileSync(configuration, `${own}pg1-port=${port}\npg1-user=postgres\n`);
}

async function runBackrest(paths: Paths, user: User | undefined, options: readonly string[]): Promise<void> {
  const { exitCode, output } = await runCommand(
    'pgbackrest',
    [`--config=${paths.configuration}`, '--stanza=kindbite', ...options],
    { cwd: paths.repository, ...(user ? { uid: user.uid, gid: user.gid } : {}) },
  );
  if (exitCode !== 0) throw new Error(`pgbackrest ${options.join(' ')} failed:\n${output}`);
}
