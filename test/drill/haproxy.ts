import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { machineInstaller } from '#tools/provision/install-programs.ts';
import { inProject } from '#tools/start/paths.ts';

/** HAProxy with the documented configuration. */
export interface HaProxy {
  /** Resolves when HAProxy has ended. */
  stop(): Promise<void>;
}

/** Starts HAProxy as `deploy/haproxy.cfg` says, but on these ports and without TLS. */
export async function startHaProxy(
  folder: string,
  ports: { readonly own: number; readonly servers: readonly [number, number] },
): Promise<HaProxy> {
  const program = findHaProxy() ?? (await installHaProxy());
  const [one, two] = ports.servers;
  const documented = readFileSync(inProject('deploy', 'haproxy.cfg'), 'utf8');
  const configuration = documented
    .replace(/bind :443 .*/, `bind 127.0.0.1:${ports.own}`)
    .replace('127.0.0.1:3000', `127.0.0.1:${one}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${two}`);
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration);
  const proxy = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'ignore'] });
  const ended = once(proxy, 'close');
  return {
    stop: async () => {
      proxy.kill('SIGKILL');
      await ended;
    },
  };
}

const findHaProxy = (): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, 'haproxy'))
    .find((path) => existsSync(path));

async function installHaProxy(): Promise<string> {
  const installer = machineInstaller();
  const failure = installer.obstacle ?? (await installer.install(['haproxy']));
  const installed = findHaProxy();
  if (installed !== undefined) return installed;
  throw new Error(`The drill needs HAProxy: install the package haproxy (${failure}).`);
}
