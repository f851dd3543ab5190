import type { Answer, Ask, Greeting, Usage } from './messages.ts';

/** What a process can be asked, by name. */
export type Handlers = Readonly<Record<string, (payload: never) => unknown>>;

/** Greets the process that started this one and answers it until it goes away; then `close` runs and this process ends too. */
export function answerParent(handlers: Handlers, close: () => Promise<void>, port?: number): void {
  const everyHandler: Handlers = { usage: readUsage, ...handlers };
  process.on('message', (ask: Ask) => void answer(everyHandler, ask).then((said) => process.send?.(said)));
  process.once('disconnect', () => void close().finally(() => process.exit()));
  process.send?.({ pid: process.pid, port } satisfies Greeting);
}

async function answer(handlers: Handlers, { id, kind, payload }: Ask): Promise<Answer> {
  try {
    const handler = handlers[kind];
    if (!handler) throw new Error(`nobody answers ${kind}`);
    return { id, reply: await handler(payload as never) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** Processor time and memory of this process. */
export function readUsage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpuMicros: user + system, rss: process.memoryUsage.rss() };
}
