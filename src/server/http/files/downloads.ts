import { Readable } from 'node:stream';
import { setImmediate as letOthersRun } from 'node:timers/promises';

/** Runs work when no other work of the same runner is running. */
export type RunExclusive = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** The downloads in progress. Together they hold up other requests for no longer than one page takes. */
export interface Downloads {
  /** Runs one query at a time for all downloads. */
  readonly runExclusive: RunExclusive;
  /** Returns a stream that reads the texts as fast as the client takes them. Undefined while the user has another download. */
  start(userId: string, texts: AsyncIterable<string | Buffer>): Readable | undefined;
}

export function createDownloads(): Downloads {
  const running = new Map<string, Readable>();
  return {
    runExclusive: createExclusiveRunner(),
    start: (userId, texts) => {
      if (running.has(userId)) return undefined;
      const stream = Readable.from(texts);
      const release = (): void => {
        if (running.get(userId) === stream) running.delete(userId);
      };
      running.set(userId, stream);
      return stream.once('end', release).once('close', release); // when the client goes away, only `close` follows
    },
  };
}

/** Lets the event loop run after each piece of work. Otherwise no request would be served: SQLite responds immediately. */
export function createExclusiveRunner(): RunExclusive {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined).then(() => letOthersRun());
    return result;
  };
}

/** Reads rows with `find` in pages, each after the last row of the previous page. */
export async function* inPages<Row>(
  runExclusive: RunExclusive,
  find: (last: Row | undefined, pageSize: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  for (;;) {
    const after = last;
    const page = await runExclusive(() => find(after, pageSize));
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    last = page.at(-1);
  }
}

const pageSize = 500;
