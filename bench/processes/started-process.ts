import { fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runtimeOptions } from '#tools/start/runtime-options.ts';
import type { Answer, Greeting, Question } from './messages.ts';

/** A child process that answers questions. */
export interface StartedProcess {
  readonly pid: number;
  /** Port on which it listens, if it does. */
  readonly port: number | undefined;
  /** Sends a question and waits for the answer. Throws when the process fails to answer or ends. */
  ask<Reply>(kind: string, payload?: unknown): Promise<Reply>;
  stop(): Promise<void>;
}

/**
 * Starts a module of `bench` as a process. Its standard output goes to `logFile`, as on a real server; its standard error
 * goes to the terminal. The pid in its greeting must be that of the started process.
 */
export async function startProcess(
  module: string,
  environment: Readonly<Record<string, string>>,
  logFile: string,
): Promise<StartedProcess> {
  const log = openSync(logFile, 'a');
  const child = fork(fileURLToPath(new URL(`../${module}`, import.meta.url)), [], {
    env: { ...process.env, ...environment },
    execArgv: [...runtimeOptions, ...profileOptions(environment)],
    stdio: ['ignore', log, 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  closeSync(log);
  const exited = once(child, 'exit').then(([code]: unknown[]) => new Error(`${module} ended early (${String(code)})`));
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  void exited.then((error) => waiting.forEach(({ reject }) => reject(error)));
  const greeting = await Promise.race([
    once(child, 'message').then(([message]: unknown[]) => message as Greeting),
    exited,
  ]);
  if (greeting instanceof Error) throw greeting;
  if (greeting.pid !== child.pid) throw new Error(`${module}: another process answered (${greeting.pid})`);
  child.on('message', (answer: Answer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('error' in answer) asked?.reject(new Error(`${module}: ${answer.error}`));
    else asked?.resolve(answer.reply);
  });
  let questions = 0;
  return {
    pid: greeting.pid,
    port: greeting.port,
    ask: <Reply>(kind: string, payload?: unknown) => {
      const question: Question = { id: (questions += 1), kind, payload };
      const asked = Promise.withResolvers<unknown>();
      waiting.set(question.id, asked);
      child.send(question);
      return asked.promise as Promise<Reply>;
    },
    stop: async () => {
      child.disconnect();
      await exited;
    },
  };
}

/** With `BENCH_PROFILE=<folder>`, every server writes a CPU profile to that folder. */
const profileOptions = (environment: Readonly<Record<string, string>>): string[] => {
  const folder = process.env['BENCH_PROFILE'];
  return folder === undefined
    ? []
    : [
        '--cpu-prof',
        `--cpu-prof-dir=${folder}`,
        `--cpu-prof-name=${environment['BENCH_NAME']}-${Date.now()}.cpuprofile`,
      ];
};
