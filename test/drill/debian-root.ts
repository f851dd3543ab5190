import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { machineInstaller } from '#tools/provision/install-programs.ts';
import { runCommand } from '#tools/provision/run-command.ts';
import { inProject } from '#tools/start/paths.ts';

/** A bare Debian system in a folder, in which commands run as root. */
export interface DebianRoot {
  readonly folder: string;
  /** Runs a script and returns its output. Throws an error with the output if the script fails. */
  run(script: string, options?: { readonly isOffline?: boolean }): Promise<string>;
  remove(): void;
}

/** Creates a minimal Debian 12 system. Needs root; installs mmdebstrap if it is missing. */
export async function makeDebianRoot(): Promise<DebianRoot> {
  if (process.getuid?.() !== 0)
    throw new Error('This drill sets up a Debian system in a folder, which only root can do.');
  await provideProgram('mmdebstrap');
  const folder = mkdtempSync('/var/tmp/deploy-drill-');
  const { exitCode, output } = await runCommand('mmdebstrap', [
    '--variant=minbase',
    '--include=ca-certificates,iproute2,openssl,util-linux',
    'bookworm',
    folder,
  ]);
  if (exitCode !== 0) throw new Error(`mmdebstrap failed:\n${output}`);
  copyNetworkSettings(folder);
  return {
    folder,
    run: (script, options) => runInRoot(folder, script, options),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Installs a program's package if the program is missing. */
export async function provideProgram(program: string, debianPackage = program): Promise<void> {
  const find = () => runCommand('which', [program]);
  if ((await find()).exitCode === 0) return;
  const installer = machineInstaller();
  const failure = installer.obstacle ?? (await installer.install([debianPackage]));
  if (failure !== undefined) throw new Error(`The drill needs the package ${debianPackage} (${failure}).`);
}

/** Copies the name servers, certificates and npm settings that installs need, and keeps services from starting automatically. */
function copyNetworkSettings(folder: string): void {
  const files = [
    ['/etc/resolv.conf', 'etc/resolv.conf'],
    ['/etc/ssl/certs/ca-certificates.crt', 'etc/ssl/certs/ca-certificates.crt'],
    [join(homedir(), '.npmrc'), 'root/.npmrc'],
  ] as const;
  for (const [file, target] of files.filter(([one]) => existsSync(one))) {
    mkdirSync(join(folder, dirname(target)), { recursive: true });
    copyFileSync(file, join(folder, target));
  }
  writeFileSync(join(folder, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
}

/** Writes the files of the current commit into a folder. */
export function checkOut(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: inProject(), maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
}

/**
 * Runs a script in separate namespaces, so that its mounts and processes end with it. When offline, it also has a separate
 * network with only the loopback interface, so that its servers can use the usual ports.
 */
export function runInRoot(
  folder: string,
  script: string,
  { isOffline = false }: { readonly isOffline?: boolean } = {},
): Promise<string> {
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', ...(isOffline ? ['--net'] : [])];
  const enter = [
    'set -eu',
    'mount --rbind /dev "$0/dev"',
    'mount -t proc proc "$0/proc"',
    'exec chroot "$0" /usr/bin/env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt bash -euo pipefail -c "$1"',
  ].join('\n');
  const child = spawn('unshare', [...namespaces, 'sh', '-c', enter, folder, script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) =>
      exitCode === 0
        ? resolve(output)
        : reject(new Error(`exit code ${exitCode} of:\n${script}\n${output.slice(-6000)}`)),
    );
  });
}
