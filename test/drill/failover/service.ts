import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { userForPostgres } from '#tools/provision/unprivileged-user.ts';

/** A program that runs until it is killed. */
export interface Service {
  readonly pid: number;
  kill(): Promise<void>;
}

/** Starts a program as PostgreSQL's user. Its output goes to a file that `lastLines` reads. */
export function startService(
  logFile: string,
  program: string,
  programArguments: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Service {
  const user = userForPostgres();
  const output = openSync(logFile, 'a');
  const child = spawn(program, programArguments, {
    stdio: ['ignore', output, output],
    env: { PATH: process.env['PATH'], ...variables },
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  });
  const ended = once(child, 'close').catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export const lastLines = (logFile: string): string => readFileSync(logFile, 'utf8').split('\n').slice(-30).join('\n');

/** Creates a folder that belongs to PostgreSQL's user. */
export function makeOwnFolder(parent: string, name: string): string {
  const folder = join(parent, name);
  const user = userForPostgres();
  mkdirSync(folder, { mode: 0o700 });
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** Waits up to two minutes until the condition holds; throws an error with `explain()` if it does not. */
export async function until(condition: () => Promise<boolean>, explain: () => string): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(explain());
    await pause(200);
  }
}
