import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { compileCachePath, rootPath } from './paths.ts';
import { errorCode, Refusal } from './refusal.ts';
import { runtimeOptions } from './runtime-options.ts';

const linesKeptMax = 200;
const lastWordsLines = 15;
const stopPatienceMs = 10_000;
const readinessPatienceMs = 60_000;
const readinessRetryDelayMs = 40;
const exitWithParent = new URL('./exit-with-parent.mjs', import.meta.url).href;

/** What to run, and where it says that it is ready. */
export interface ChildPlan {
  /** As it stands in a sentence: "The product". */
  readonly title: string;
  /** Path of the `.ts` file, from the project's root. */
  readonly entry: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Answers 200 once the child can serve. */
  readonly readinessUrl: string;
}

/** A running process of the product. */
export interface Child {
  readonly title: string;
  /** Resolves when the process is gone, to how it went: "exit code 1". */
  readonly gone: Promise<string>;
  /** The last lines that it wrote, as one text. */
  lastWords(): string;
  /** Writes out what it said so far, and from now on everything at once. */
  show(): void;
  /** Asks it to stop, kills it when it does not within ten seconds, and resolves when it is gone. */
  stop(): Promise<void>;
  kill(): void;
}

/** Starts a process that ends when this one does. Its output is held back until `show`. */
export function startChild(plan: ChildPlan): Child {
  const child = spawn(process.execPath, [...runtimeOptions, '--import', exitWithParent, plan.entry], {
    cwd: rootPath,
    env: { ...plan.environment, NODE_COMPILE_CACHE: compileCachePath },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const held: Line[] = [];
  let isShown = false;
  const take = (line: Line): void => {
    if (isShown) line.target.write(`${line.text}\n`);
    held.push(line);
    if (held.length > linesKeptMax) held.shift();
  };
  const gone = watchEnd(child, take);
  return {
    title: plan.title,
    gone,
    lastWords: () =>
      held
        .slice(-lastWordsLines)
        .map((line) => line.text)
        .join('\n'),
    show: () => {
      for (const line of held) line.target.write(`${line.text}\n`);
      isShown = true;
    },
    stop: () => stopWithin(child, gone, stopPatienceMs),
    kill: () => void child.kill('SIGKILL'),
  };
}

interface Line {
  readonly text: string;
  readonly target: NodeJS.WriteStream;
}

function watchEnd(child: ChildProcess, take: (line: Line) => void): Promise<string> {
  const read = (stream: Readable | null, target: NodeJS.WriteStream): void => {
    if (stream) createInterface({ input: stream }).on('line', (text) => take({ text, target }));
  };
  read(child.stdout, process.stdout);
  read(child.stderr, process.stderr);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (exitCode, signal) => resolve(signal ? `signal ${signal}` : `exit code ${exitCode}`));
  });
}

async function stopWithin(child: ChildProcess, gone: Promise<string>, patienceMs: number): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await gone;
  clearTimeout(timer);
}

/** Resolves when the child answers 200. Throws a Refusal with its last words when it dies first, or when it takes a minute. */
export async function waitUntilReady(child: Child, plan: ChildPlan): Promise<void> {
  const deadline = performance.now() + readinessPatienceMs;
  let end: string | undefined;
  void child.gone.then((reason) => (end = reason));
  let lastAnswer = 'no answer';
  while (performance.now() < deadline) {
    lastAnswer = await ask(plan.readinessUrl);
    if (lastAnswer === 'HTTP 200') return;
    await Promise.race([pause(readinessRetryDelayMs), child.gone]);
    if (end !== undefined)
      throw new Refusal(`${child.lastWords()}\n${child.title} could not start (${end}); its last words stand above.`);
  }
  throw new Refusal(
    `${child.lastWords()}\n${child.title} is not ready after a minute (${plan.readinessUrl}: ${lastAnswer}).`,
  );
}

async function ask(url: string): Promise<string> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await answer.body?.cancel();
    return `HTTP ${answer.status}`;
  } catch (error) {
    return errorCode(error instanceof Error ? error.cause : undefined) ?? 'no answer';
  }
}
