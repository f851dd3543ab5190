import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '#tools/provision/free-port.ts';
import { userForPostgres } from '#tools/provision/unprivileged-user.ts';
import { inProject } from '#tools/start/paths.ts';
import { lastLines, makeOwnFolder, startService, until } from './service.ts';

/** Three members of etcd on this machine. */
export interface Etcd {
  readonly ports: readonly number[];
  stop(): Promise<void>;
}

const members = ['1', '2', '3'] as const;

/** Starts the members as `deploy/ha/etcd.env` says, but with their data in memory because the whole drill shares one disk. */
export async function startEtcd(): Promise<Etcd> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'etcd-'));
  const user = userForPostgres();
  if (user) chownSync(folder, user.uid, user.gid);
  const memberPorts: { readonly client: number; readonly peer: number }[] = [];
  for (const _member of members) memberPorts.push({ client: await findFreePort(), peer: await findFreePort() });
  const services = members.map((member, index) => {
    const data = makeOwnFolder(folder, member);
    const { client, peer } = memberPorts[index]!;
    const documented = members.reduce(
      (text, other, otherIndex) =>
        text.replaceAll(`http://ETCD-${other}:2380`, `http://127.0.0.1:${memberPorts[otherIndex]!.peer}`),
      readFileSync(inProject('deploy', 'ha', 'etcd.env'), 'utf8'),
    );
    const settings = documented
      .replaceAll('MEMBER', `etcd-${member}`)
      .replaceAll('ADDRESS:2379', `127.0.0.1:${client}`)
      .replaceAll('ADDRESS:2380', `127.0.0.1:${peer}`)
      .replaceAll('/var/lib/etcd/kindbite', data);
    return startService(join(folder, `${member}.log`), 'etcd', [], variablesIn(settings));
  });
  const isHealthy = (port: number): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(
    async () => (await Promise.all(memberPorts.map(({ client }) => isHealthy(client)))).every(Boolean),
    () => `etcd did not start:\n${lastLines(join(folder, '1.log'))}`,
  );
  return {
    ports: memberPorts.map(({ client }) => client),
    stop: async () => {
      await Promise.all(services.map((service) => service.kill()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const variablesIn = (settings: string): Record<string, string> =>
  Object.fromEntries(
    settings.split('\n').flatMap((line) => {
      const [name = '', ...value] = line.split('=');
      return name.startsWith('ETCD_') ? [[name, value.join('=')]] : [];
    }),
  );
