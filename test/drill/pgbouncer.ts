import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeClusterFolder } from '#tools/provision/cluster-server.ts';
import { findFreePort } from '#tools/provision/free-port.ts';
import { runCommand } from '#tools/provision/run-command.ts';
import { userForPostgres } from '#tools/provision/unprivileged-user.ts';
import { inProject } from '#tools/start/paths.ts';
import { provideProgram } from './debian-root.ts';

/** PgBouncer with the documented configuration. */
export interface PgBouncer {
  /** The URL of the database through PgBouncer. */
  readonly url: string;
  /** The version, such as `PgBouncer 1.18.0`. */
  readonly version: string;
  stop(): Promise<void>;
}

/** A database on this machine. */
export interface BouncerTarget {
  readonly port: number;
  readonly database: string;
  /** The role; by default PostgreSQL's superuser, without a password. `secret` is the password as PostgreSQL stores it. */
  readonly login?: { readonly name: string; readonly password: string; readonly secret: string };
}

/** Starts PgBouncer with the settings of `deploy/ha/pgbouncer.ini`, but with `poolSize` connections to the target. */
export async function startPgBouncer(target: BouncerTarget, poolSize: number): Promise<PgBouncer> {
  await provideProgram('pgbouncer');
  const port = await findFreePort();
  const user = userForPostgres();
  const folder = makeClusterFolder(user);
  const files = {
    configuration: join(folder, 'pgbouncer.ini'),
    users: join(folder, 'userlist.txt'),
  };
  const { name, password, secret } = target.login ?? { name: 'postgres', password: '', secret: '' };
  writeFileSync(files.users, `"${name}" "${secret}"\n`);
  writeFileSync(files.configuration, configurationFor({ folder, users: files.users, port, poolSize }, target));
  if (user) for (const file of Object.values(files)) chownSync(file, user.uid, user.gid);
  const bouncer = spawn('pgbouncer', ['-q', files.configuration], {
    stdio: 'ignore',
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  });
  const ended = once(bouncer, 'close');
  await Promise.race([
    waitUntilListening(port),
    ended.then(() => Promise.reject(new Error('PgBouncer exited before it accepted connections'))),
  ]);
  const { output } = await runCommand('pgbouncer', ['--version']);
  return {
    url: `postgres://${name}:${password}@127.0.0.1:${port}/${target.database}`,
    version: output.split('\n', 1)[0] ?? '',
    stop: async () => {
      bouncer.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface BouncerSettings {
  readonly folder: string;
  readonly users: string;
  readonly port: number;
  readonly poolSize: number;
}

const configurationFor = ({ folder, users, port, poolSize }: BouncerSettings, target: BouncerTarget): string =>
  readFileSync(inProject('deploy', 'ha', 'pgbouncer.ini'), 'utf8')
    .replace(/^kindbite = .*$/m, `${target.database} = host=127.0.0.1 port=${target.port}`)
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_type = .*$/m, target.login ? '$&' : 'auth_type = trust')
    .replace(/^auth_file = .*$/m, `auth_file = ${users}`)
    .replace(/^default_pool_size = .*$/m, `default_pool_size = ${poolSize}`)
    .replaceAll('/var/run/postgresql', folder)
    .replaceAll('/var/log/postgresql', folder);

/** Resolves when a server accepts connections on the port. */
export async function waitUntilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await pause(100);
  }
}
