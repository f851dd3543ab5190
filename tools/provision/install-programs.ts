import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { runCommand } from './run-command.ts';

const attempts = 2; // package mirrors sometimes drop connections
const aptOptions = ['-o', 'DPkg::Lock::Timeout=120', '-o', 'Dpkg::Options::=--force-confold'];
const clusterSettingsFolder = '/etc/postgresql-common';
const clusterSettings = `${clusterSettingsFolder}/createcluster.conf`;

/** Installs programs, if it can. */
export interface Installer {
  /** The reason why nothing can be installed on this machine, as the end of a sentence; undefined if there is none. */
  readonly obstacle: string | undefined;
  /** Installs Debian packages. Resolves to undefined, or to the package manager's output when it failed. */
  install(packages: readonly string[]): Promise<string | undefined>;
}

/** The machine's own package manager. Only root on a Debian-like system can use it. */
export function machineInstaller(): Installer {
  return {
    obstacle: findInstallObstacle(process.getuid?.() === 0, existsSync('/usr/bin/apt-get')),
    install: installByApt,
  };
}

export function findInstallObstacle(isRoot: boolean, hasApt: boolean): string | undefined {
  if (!hasApt) return 'this system has no apt-get';
  return isRoot ? undefined : 'only root may install packages';
}

async function installByApt(packages: readonly string[]): Promise<string | undefined> {
  console.log(`Installing ${packages.join(' and ')} with apt-get …`);
  if (packages.includes('postgresql')) preventDefaultCluster();
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  let failure = '';
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const update = await runCommand('apt-get', [...aptOptions, 'update', '-qq'], { env: environment });
    const install = await runCommand(
      'apt-get',
      [...aptOptions, 'install', '-qq', '-y', '--no-install-recommends', ...packages],
      { env: environment },
    );
    if (install.exitCode === 0) return undefined;
    failure = update.output + install.output;
  }
  return failure;
}

/** Keeps the package from creating a cluster that starts at every boot; the tests need only the programs. */
function preventDefaultCluster(): void {
  if (existsSync(clusterSettings)) return;
  mkdirSync(clusterSettingsFolder, { recursive: true });
  writeFileSync(clusterSettings, 'create_main_cluster = false\n');
}
