/** Runs expensive work in a few slots. Callers take turns, so that a caller with much work does not delay the others. */
export interface FairQueue {
  /** Runs work when a slot is free and it is the caller's turn. Rejects without running it if too much work waits. */
  run<Result>(caller: string, work: () => Promise<Result>): Promise<Result>;
}

export interface FairQueueOptions {
  /** How much work runs at the same time. */
  readonly slots: number;
  /** How much work may wait. */
  readonly waitingMax: number;
  /** The error for work that is refused, immediately or while it waits. */
  readonly whenFull: () => Error;
}

interface Waiting {
  start(): void;
  refuse(error: Error): void;
}

/**
 * Creates a queue. When it is full, new work takes the place of the newest work of the caller with the most waiting work,
 * unless the new work's caller has about as much.
 */
export function createFairQueue({ slots, waitingMax, whenFull }: FairQueueOptions): FairQueue {
  const lines = new Map<string, Waiting[]>(); // the first caller is next
  let running = 0;
  let waitingCount = 0;

  function wait(caller: string): Promise<void> {
    const line = lines.get(caller) ?? [];
    if (waitingCount >= waitingMax) makeRoom(line.length);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    line.push({ start: resolve, refuse: reject });
    lines.set(caller, line);
    waitingCount += 1;
    return promise;
  }

  function makeRoom(ownCount: number): void {
    const longest = [...lines.values()].reduce((one, other) => (other.length > one.length ? other : one), []);
    if (longest.length <= ownCount + 1) throw whenFull();
    longest.pop()?.refuse(whenFull());
    waitingCount -= 1;
  }

  /** Takes the first work of the next caller, who then goes to the end. */
  function takeNext(): Waiting | undefined {
    const [first] = lines;
    if (!first) return undefined;
    const [caller, line] = first;
    const next = line.shift();
    lines.delete(caller);
    if (line.length > 0) lines.set(caller, line);
    waitingCount -= 1;
    return next;
  }

  return {
    run: async (caller, work) => {
      if (running < slots) running += 1;
      else await wait(caller); // finished work passes its slot on
      try {
        return await work();
      } finally {
        const next = takeNext();
        if (next) next.start();
        else running -= 1;
      }
    },
  };
}
