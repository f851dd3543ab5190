import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { openPostgres } from '#server/db/postgres/open-postgres.ts';
import { makeClusterFolder } from '#tools/provision/cluster-server.ts';
import { findFreePort } from '#tools/provision/free-port.ts';
import { providePostgresPrograms } from '#tools/provision/provide-postgres.ts';
import { runCommand } from '#tools/provision/run-command.ts';
import { userForPostgres } from '#tools/provision/unprivileged-user.ts';
import { inProject } from '#tools/start/paths.ts';
import { provideProgram } from '../debian-root.ts';
import type { BouncerTarget } from '../pgbouncer.ts';
import { startEtcd } from './etcd.ts';
import { lastLines, makeOwnFolder, startService, until, type Service } from './service.ts';

/** Two PostgreSQL servers that Patroni manages, one of them a synchronous standby, behind HAProxy. */
export interface DatabaseCluster {
  /** HAProxy's port, which leads to the primary, and the product's database and role on the primary. */
  readonly target: Required<BouncerTarget>;
  /** The URL of the same database, for the superuser. */
  readonly url: string;
  /** Kills Patroni and every process of PostgreSQL on the primary, as if its machine were lost. */
  killPrimary(): Promise<void>;
  /** Starts the killed server again; resolves when it is the synchronous standby. */
  restoreKilled(): Promise<void>;
  remove(): Promise<void>;
}

interface Node {
  readonly name: string;
  readonly folder: string;
  readonly ports: { readonly postgres: number; readonly patroni: number };
  patroni: Service | undefined;
}

export async function startDatabaseCluster(): Promise<DatabaseCluster> {
  await provideProgram('etcd', 'etcd-server');
  await provideProgram('patroni');
  await provideProgram('haproxy');
  const linked = await providePostgresPrograms(process.env);
  const programFolder = dirname(realpathSync(join(linked, 'initdb'))); // the other programs may not be linked beside it
  const folder = makeClusterFolder(userForPostgres());
  const etcd = await startEtcd();
  const nodes: Node[] = [];
  for (const name of ['one', 'two']) {
    const ports = { postgres: await findFreePort(), patroni: await findFreePort() };
    const node = { name, folder: makeOwnFolder(folder, name), ports, patroni: undefined };
    writeFileSync(join(node.folder, 'patroni.yml'), configurationOf(node, programFolder, etcd.ports));
    nodes.push(node);
  }
  const [first, second] = nodes as [Node, Node];
  start(first);
  await untilRole(first, 'primary');
  start(second);
  await untilRole(second, 'sync');
  const port = await findFreePort();
  const proxy = startProxy(folder, port, nodes);
  const superuser = `postgres://postgres:PASSWORD-OF-POSTGRES@127.0.0.1:${port}`; // as the documented configuration has it
  const target = { port, database: 'kindbite', login: await createRole(superuser) };
  let killed: Node | undefined;
  return {
    target,
    url: `${superuser}/${target.database}`,
    killPrimary: async () => {
      killed = await findPrimary(nodes);
      await kill(killed);
    },
    restoreKilled: async () => {
      if (!killed) throw new Error('no server was killed');
      start(killed);
      await untilRole(killed, 'sync');
    },
    remove: async () => {
      await proxy.kill();
      for (const node of nodes) await kill(node);
      await etcd.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates the product's role as the documents say, with the setting that it needs behind PgBouncer. */
async function createRole(superuser: string): Promise<Required<BouncerTarget>['login']> {
  const db = openPostgres(`${superuser}/postgres`, () => undefined);
  const [name, password] = ['kindbite', 'choose-one'];
  try {
    await until(
      () =>
        sql`select 1`.execute(db.write).then(
          () => true,
          () => false,
        ),
      () => 'HAProxy does not lead to the primary',
    );
    await sql.raw(`create role ${name} login createdb password '${password}'`).execute(db.write);
    await sql.raw(`create database ${name} owner ${name}`).execute(db.write);
    await sql.raw(`alter role ${name} set client_connection_check_interval = '500ms'`).execute(db.write);
    const { rows } = await sql<{ secret: string }>`
      select rolpassword as secret from pg_authid where rolname = ${name}`.execute(db.write);
    return { name, password, secret: rows[0]?.secret ?? '' };
  } finally {
    await db.close();
  }
}

/** Returns the documented configuration of Patroni for a node, with its passwords. */
function configurationOf({ name, folder, ports }: Node, programFolder: string, etcdPorts: readonly number[]): string {
  const documented = readFileSync(inProject('deploy', 'ha', 'patroni.yml'), 'utf8');
  return documented
    .replace('name: NODE', `name: ${name}`)
    .replace('ETCD-1:2379,ETCD-2:2379,ETCD-3:2379', etcdPorts.map((port) => `127.0.0.1:${port}`).join(','))
    .replaceAll('ADDRESS:8008', `127.0.0.1:${ports.patroni}`)
    .replaceAll('ADDRESS:5432', `127.0.0.1:${ports.postgres}`)
    .replace('/var/lib/postgresql/15/kindbite', join(folder, 'data'))
    .replace('/usr/lib/postgresql/15/bin', programFolder)
    .replace('/var/run/postgresql', folder)
    .replace(/peer$/m, 'trust'); // the drill may run as another user
}

const logOf = ({ folder }: Node): string => join(folder, 'patroni.log');

const start = (node: Node): void =>
  void (node.patroni = startService(logOf(node), 'patroni', [join(node.folder, 'patroni.yml')]));

const hasRole = ({ ports }: Node, role: 'primary' | 'sync'): Promise<boolean> =>
  fetch(`http://127.0.0.1:${ports.patroni}/${role}`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  );

const untilRole = (node: Node, role: 'primary' | 'sync'): Promise<void> =>
  until(
    () => hasRole(node, role),
    () => `server ${node.name} is not ${role}:\n${lastLines(logOf(node))}`,
  );

async function findPrimary(nodes: readonly Node[]): Promise<Node> {
  for (const node of nodes) if (await hasRole(node, 'primary')) return node;
  throw new Error('there is no primary');
}

async function kill(node: Node): Promise<void> {
  const processes = await processesOf(node);
  for (const pid of [...(node.patroni ? [node.patroni.pid] : []), ...processes]) sendKill(pid);
  await node.patroni?.kill();
}

/** Finds PostgreSQL's processes, which do not end with Patroni; the first is the parent of the others. */
async function processesOf({ folder }: Node): Promise<number[]> {
  try {
    const [line = ''] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n');
    const { output } = await runCommand('ps', ['-o', 'pid=', '--ppid', line]);
    return [line, ...output.trim().split(/\s+/)].map(Number).filter((pid) => pid > 1);
  } catch {
    return []; // PostgreSQL is not running
  }
}

function sendKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // the process has already ended
  }
}

/** Starts HAProxy as `deploy/ha/haproxy-postgres.cfg` says, but on other ports. */
function startProxy(folder: string, port: number, nodes: readonly Node[]): Service {
  const documented = readFileSync(inProject('deploy', 'ha', 'haproxy-postgres.cfg'), 'utf8');
  const servers = nodes.map(
    ({ name, ports }) => `    server ${name} 127.0.0.1:${ports.postgres} check port ${ports.patroni}`,
  );
  const configuration = documented
    .replace('127.0.0.1:5000', `127.0.0.1:${port}`)
    .replaceAll(/^ +server .*\n/gm, '')
    .concat(servers.join('\n'), '\n');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration);
  return startService(join(folder, 'haproxy.log'), 'haproxy', ['-db', '-f', file]);
}
