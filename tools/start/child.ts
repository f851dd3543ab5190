import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { rootPath } from './paths.ts';
import { errorCode, Refusal } from './refusal.ts';
import { runtimeEnvironment, runtimeOptions } from './runtime-options.ts';

const linesKeptMax = 200;
const lastLinesShown = 15;
const stopTimeoutMs = 12_000; // the server exits by itself after 10 seconds
const readinessTimeoutS = 60;
const readinessRetryDelayMs = 40;
const exitWithParent = new URL('./exit-with-parent.mjs', import.meta.url).href;

/** A process to run. */
export interface ChildPlan {
  /** The beginning of a sentence: "The product". */
  readonly title: string;
  /** Path of the file to run, from the project's root. */
  readonly entry: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The URL that returns 200 when the child can serve. */
  readonly readinessUrl: string;
  /** Multiplies the time limit for the start. */
  readonly timeLimitFactor?: number;
  /** The time for which the child still serves after SIGTERM. */
  readonly drainMs?: number;
}

/** The signal that stops a child. SIGINT (Ctrl-C in a terminal) stops it without a drain period. */
export type StopSignal = 'SIGTERM' | 'SIGINT';

export interface Child {
  readonly title: string;
  /** The process id; undefined if the process could not be started. */
  readonly pid: number | undefined;
  /** Resolves when the process has ended, to a text that says how: "exit code 1". */
  readonly ended: Promise<string>;
  lastLines(): string;
  /** The line that the process wrote to standard error if there is only one: the reason why it cannot start. */
  sentence(): string | undefined;
  /** Prints the output so far, and from then on every line as it arrives. */
  show(): void;
  /** Sends SIGTERM or SIGINT, and kills the process twelve seconds after its drain period. Resolves when it has ended. */
  stop(signal?: StopSignal): Promise<void>;
  kill(): void;
}

/** Starts a process that ends when this one does. Its output is buffered until `show`. */
export function startChild(plan: ChildPlan): Child {
  const child = spawn(process.execPath, [...runtimeOptions, '--import', exitWithParent, plan.entry], {
    cwd: rootPath,
    env: { ...runtimeEnvironment, ...plan.environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const buffered: Line[] = [];
  let isShown = false;
  const addLine = (line: Line): void => {
    if (isShown) line.target.write(`${line.text}\n`);
    buffered.push(line);
    if (buffered.length > linesKeptMax) buffered.shift();
  };
  const ended = watchEnd(child, addLine);
  return {
    title: plan.title,
    pid: child.pid,
    ended,
    lastLines: () =>
      buffered
        .slice(-lastLinesShown)
        .map((line) => line.text)
        .join('\n'),
    sentence: () => {
      const [line, ...more] = buffered.filter(({ target }) => target === process.stderr);
      return more.length === 0 ? line?.text : undefined;
    },
    show: () => {
      for (const line of buffered) line.target.write(`${line.text}\n`);
      isShown = true;
    },
    stop: (signal = 'SIGTERM') => stopWithin(child, ended, { signal, timeoutMs: stopTimeoutMs + (plan.drainMs ?? 0) }),
    kill: () => void child.kill('SIGKILL'),
  };
}

interface Line {
  readonly text: string;
  readonly target: NodeJS.WriteStream;
}

function watchEnd(child: ChildProcess, addLine: (line: Line) => void): Promise<string> {
  const read = (stream: Readable | null, target: NodeJS.WriteStream): void => {
    if (stream) createInterface({ input: stream }).on('line', (text) => addLine({ text, target }));
  };
  read(child.stdout, process.stdout);
  read(child.stderr, process.stderr);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (exitCode, signal) => resolve(signal ? `signal ${signal}` : `exit code ${exitCode}`));
  });
}

async function stopWithin(
  child: ChildProcess,
  ended: Promise<string>,
  { signal, timeoutMs }: { readonly signal: StopSignal; readonly timeoutMs: number },
): Promise<void> {
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  await ended;
  clearTimeout(timer);
}

/** Resolves when the child returns 200. Throws a Refusal with its last lines when it ends first or takes too long. */
export async function waitUntilReady(child: Child, plan: ChildPlan): Promise<void> {
  const timeoutS = readinessTimeoutS * (plan.timeLimitFactor ?? 1);
  const deadline = performance.now() + timeoutS * 1000;
  let end: string | undefined;
  void child.ended.then((reason) => (end = reason));
  let lastResponse = 'no response';
  while (performance.now() < deadline) {
    lastResponse = await ask(plan.readinessUrl);
    if (lastResponse === 'HTTP 200') return;
    await Promise.race([pause(readinessRetryDelayMs), child.ended]);
    if (end === undefined) continue;
    const sentence = end === 'exit code 1' ? child.sentence() : undefined;
    throw new Refusal(
      sentence ?? `${child.lastLines()}\n${child.title} could not start (${end}); its last lines are above.`,
    );
  }
  throw new Refusal(
    `${child.lastLines()}\n${child.title} is not ready after ${timeoutS} s (${plan.readinessUrl}: ${lastResponse}).`,
  );
}

async function ask(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return `HTTP ${response.status}`;
  } catch (error) {
    return errorCode(error instanceof Error ? error.cause : undefined) ?? 'no response';
  }
}
