import { readFileSync } from 'node:fs';

/** A user of this machine. */
export interface User {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const preferredNames = ['postgres', 'nobody'];

/** Finds a user for PostgreSQL when this process runs as root, because PostgreSQL refuses to; otherwise returns undefined. */
export function userForPostgres(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return chooseUser(readFileSync('/etc/passwd', 'utf8'));
}

/** The first preferred user in the text of a passwd file. */
export function chooseUser(passwd: string): User | undefined {
  const users = passwd.split('\n').map((line) => line.split(':'));
  for (const preferred of preferredNames) {
    const [name, , uid, gid] = users.find(([candidate]) => candidate === preferred) ?? [];
    if (name !== undefined && uid !== undefined && gid !== undefined)
      return { name, uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}
