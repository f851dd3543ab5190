import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from './free-port.ts';
import { runCommand } from './run-command.ts';
import type { User } from './unprivileged-user.ts';

const attempts = 3; // another program may take the free port before PostgreSQL does
const readySentence = 'database system is ready to accept connections';

/** Settings for tests and benchmarks: data can be lost, so writes are not flushed. Parallel test files need many connections. */
const serverSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_wal_size: '128MB',
  autovacuum: 'off',
  jit: 'off',
  lc_messages: 'C',
  timezone: 'UTC',
};

/** A running `postgres` process. */
export interface ClusterServer {
  readonly url: string;
  readonly pid: number;
  readonly exited: Promise<void>;
  stop(): Promise<void>;
}

/** Creates a folder that the user owns and can reach. Other users may be unable to reach root's temporary folder. */
export function makeClusterFolder(user: User | undefined): string {
  for (const parent of new Set([tmpdir(), '/tmp', '/var/tmp'])) {
    const folder = mkdtempSync(join(parent, 'test-postgres-'));
    if (user) chownSync(folder, user.uid, user.gid);
    if (!user || spawnSync('test', ['-w', folder], { uid: user.uid, gid: user.gid }).status === 0) return folder;
    rmSync(folder, { recursive: true });
  }
  throw new Error(`PostgreSQL needs a temporary folder that the user ${user?.name} can write to, and found none.`);
}

/** Writes an empty cluster into the folder, with a superuser `postgres` without a password. */
export async function initializeCluster(programFolder: string, folder: string, user: User | undefined): Promise<void> {
  const { exitCode, output } = await runCommand(
    join(programFolder, 'initdb'),
    ['--pgdata', folder, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { cwd: folder, ...identity(user) },
  );
  if (exitCode !== 0) throw new Error(`initdb could not create a cluster:\n${output.trimEnd()}`);
}

/** A server's port, and settings in addition to the usual ones. */
export interface ServerOptions {
  /** The port; if undefined, a free one. */
  readonly port?: number;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts the server and resolves when it accepts connections that write. */
export async function startServer(
  programFolder: string,
  folder: string,
  user: User | undefined,
  { port, settings = {} }: ServerOptions = {},
): Promise<ClusterServer> {
  let output = '';
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const chosen = { ...serverSettings, ...settings, port: String(port ?? (await findFreePort())) };
    const started = await tryToStart(join(programFolder, 'postgres'), folder, user, chosen);
    if (typeof started !== 'string') return started;
    output = started;
  }
  throw new Error(`PostgreSQL could not be started:\n${output.trimEnd()}`);
}

/** Resolves to the running server, or to its error output when it did not start. */
function tryToStart(
  program: string,
  folder: string,
  user: User | undefined,
  settings: Readonly<Record<string, string>> & { readonly port: string },
): Promise<ClusterServer | string> {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(program, ['-D', folder, ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...identity(user),
  });
  let output = '';
  const exited = new Promise<void>((resolve) => {
    server.once('error', (error) => ((output += error.message), resolve()));
    server.once('close', () => resolve());
  });
  const stop = async (): Promise<void> => {
    server.kill('SIGINT'); // PostgreSQL's fast shutdown, which closes all connections
    await exited;
  };
  return new Promise((resolve) => {
    void exited.then(() => resolve(output));
    createInterface({ input: server.stderr }).on('line', (line) => {
      output = `${output}${line}\n`.slice(-4000);
      if (line.includes(readySentence))
        resolve({ url: `postgres://postgres@127.0.0.1:${settings.port}/postgres`, pid: server.pid ?? 0, exited, stop });
    });
  });
}

const identity = (user: User | undefined): { uid?: number; gid?: number } =>
  user ? { uid: user.uid, gid: user.gid } : {};
