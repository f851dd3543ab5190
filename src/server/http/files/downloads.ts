import { Readable } from 'node:stream';
import { setImmediate as letOthersRun } from 'node:timers/promises';

/** Runs a piece of work when no other is running. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** The downloads in progress. Together they hold up other requests for no longer than one page takes. */
export interface Downloads {
  /** Runs one query at a time; the downloads take turns. */
  readonly inTurn: InTurn;
  /** The texts as a stream, which reads them as fast as the client takes them. Undefined while the user has another one. */
  start(userId: string, texts: AsyncIterable<string | Buffer>): Readable | undefined;
}

export function createDownloads(): Downloads {
  const running = new Map<string, Readable>();
  return {
    inTurn: createTurns(),
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

/**
 * Lets the event loop run once after each turn. Otherwise no other request would be served, because SQLite responds at once.
 */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined).then(() => letOthersRun());
    return turn;
  };
}

/** Rows that `find` reads in pages, each after the last row of the previous page. */
export async function* inPages<Row>(
  inTurn: InTurn,
  find: (last: Row | undefined, pageSize: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  for (;;) {
    const after = last;
    const page = await inTurn(() => find(after, pageSize));
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    last = page.at(-1);
  }
}

const pageSize = 500;
