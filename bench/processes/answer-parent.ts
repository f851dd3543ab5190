import type { Answer, Greeting, Question, Usage } from './messages.ts';

/** The function that answers each kind of question. */
export type Handlers = Readonly<Record<string, (payload: never) => unknown>>;

/** Greets the parent process and answers it until it disconnects. Then `close` runs and this process ends. */
export function answerParent(handlers: Handlers, close: () => Promise<void>, port?: number): void {
  const everyHandler: Handlers = { usage: readUsage, ...handlers };
  process.on(
    'message',
    (question: Question) => void answer(everyHandler, question).then((reply) => process.send?.(reply)),
  );
  process.once('disconnect', () => void close().finally(() => process.exit()));
  process.send?.({ pid: process.pid, port } satisfies Greeting);
}

async function answer(handlers: Handlers, { id, kind, payload }: Question): Promise<Answer> {
  try {
    const handler = handlers[kind];
    if (!handler) throw new Error(`no handler for ${kind}`);
    return { id, reply: await handler(payload as never) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function readUsage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpuMicros: user + system, rss: process.memoryUsage.rss() };
}
