import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '#tools/provision/run-command.ts';
import { inProject } from '#tools/start/paths.ts';
import type { Deployment } from './deploy-drill.ts';
import { checkOut, makeDebianRoot, provideProgram, runInRoot } from './debian-root.ts';

/**
 * Builds the image of deploy/Containerfile on a bare Debian system, without an image registry, and starts it in a chroot as
 * a container engine would: with the user, environment and command that the image names, on a root file system that is
 * read-only except for its volume and /tmp. Then a donation is paid, the health check runs, and the product is stopped.
 */
export async function drillImage(): Promise<Deployment> {
  await provideProgram('buildah');
  const base = await makeDebianRoot();
  const folder = mkdtempSync('/var/tmp/image-drill-');
  const buildah = builderIn(folder);
  try {
    // npm has its own list of certificates
    appendFileSync(join(base.folder, 'root', '.npmrc'), 'cafile=/etc/ssl/certs/ca-certificates.crt\n');
    const empty = await buildah('from', 'scratch');
    await buildah('add', '--quiet', empty, base.folder, '/');
    await buildah('commit', '--quiet', empty, 'base');
    const source = join(folder, 'source');
    checkOut(source);
    const file = `--file=${join(source, 'deploy', 'Containerfile')}`;
    const isolated = ['--isolation=chroot', '--network=host', '--format=docker', '--build-arg=BASE=localhost/base'];
    await buildah('build', ...isolated, file, '--tag=kindbite', source);
    const image = JSON.parse(await buildah('inspect', '--type=image', 'kindbite')) as Image;
    const root = await buildah('mount', await buildah('from', 'kindbite'));
    mkdirSync(join(root, 'drill'));
    cpSync(inProject('test', 'drill', 'deployed-donation.ts'), join(root, 'drill', 'deployed-donation.ts'));
    const size = await runCommand('du', ['-sm', join(root, 'app')]);
    const printed = await runInRoot(root, startAndDonate(image.OCIv1.config, image.Docker.config), { isOffline: true });
    const lines = printed.split('\n').filter((line) => line.startsWith('checked: '));
    return { installedMegabytes: Number.parseInt(size.output, 10), lines };
  } finally {
    await buildah('rm', '--all');
    await buildah('rmi', '--all', '--force');
    rmSync(folder, { recursive: true, force: true });
    base.remove();
  }
}

/** The part of the output of `buildah inspect` that the drill uses. */
interface Image {
  readonly OCIv1: { readonly config: Config };
  /** The configuration in Docker's format, the only one with health checks. */
  readonly Docker: { readonly config: { readonly Healthcheck?: { readonly Test: readonly string[] } } };
}

interface Config {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Cmd: readonly string[];
  readonly WorkingDir: string;
  readonly Volumes: Readonly<Record<string, object>>;
}

/** Creates a function that runs buildah with its storage in a folder. The function resolves to or rejects with the output. */
function builderIn(folder: string): (...options: readonly string[]) => Promise<string> {
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver=vfs'];
  return async (...options) => {
    const { exitCode, output } = await runCommand('buildah', [...storage, ...options]);
    if (exitCode !== 0) throw new Error(`buildah ${options[0]} failed:\n${output.slice(-6000)}`);
    return output.trim();
  };
}

const origin = 'http://127.0.0.1:3000';

const startAndDonate = (
  { User, Env, Cmd, WorkingDir, Volumes }: Config,
  { Healthcheck }: Image['Docker']['config'],
) => `
ip link set lo up
for volume in ${Object.keys(Volumes).join(' ')}; do
  owner=$(stat -c %u:%g $volume)
  mount -t tmpfs tmpfs $volume
  chown $owner $volume
done
mount -t tmpfs tmpfs /tmp
mount --bind / /mnt
mount -o remount,bind,ro /mnt
for folder in dev proc tmp ${Object.keys(Volumes).join(' ').replaceAll('/', '')}; do mount --rbind /$folder /mnt/$folder; done
contained() {
  chroot --userspec=${User} /mnt env -i ${Env.map(quoted).join(' ')} \\
    PAYMENT_SANDBOX=on PUBLIC_URL=${origin} ADMIN_EMAIL=admin@give.example CONTACT_EMAIL=hello@give.example "$@"
}
check() {
  title=$1
  shift
  "$@" || { echo "failed: $title"; exit 1; }
  echo "checked: $title"
}
healthy() { contained ${(Healthcheck?.Test.slice(1) ?? ['false']).map(quoted).join(' ')}; }
contained sh -c 'echo $$ > /tmp/pid && cd ${WorkingDir} && exec "$@"' - ${Cmd.map(quoted).join(' ')} > /tmp/product.log 2>&1 &
contained node /drill/deployed-donation.ts ${origin} || { tail -n 40 /tmp/product.log; exit 1; }
check 'the health check passes' healthy
check 'the root file system cannot be written to' contained sh -c '! touch ${WorkingDir}/written 2>/dev/null'
kill $(cat /tmp/pid)
check 'the product exits with 0 when it is stopped' wait $!
check 'the health check fails once the product has ended' eval '! healthy'
`;

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
