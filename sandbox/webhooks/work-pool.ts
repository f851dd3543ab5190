/** Ids that are to be worked on now, a few at a time, first come first served. */
export interface WorkPool {
  readonly add: (id: string) => void;
  readonly isWaiting: (id: string) => boolean;
  /** Resolves when nothing waits and nothing is worked on. */
  readonly whenIdle: () => Promise<void>;
  /** Drops what waits. */
  readonly clear: () => void;
}

const workersMax = 8;

/** Makes a pool that does this work for each id, and never for the same id twice at once. */
export function createWorkPool(work: (id: string) => Promise<void>): WorkPool {
  const waiting = new Set<string>();
  const underWay = new Set<string>();
  const idleListeners = new Set<() => void>();

  const pump = (): void => {
    for (const id of waiting) {
      if (underWay.size >= workersMax) break;
      // An id that is under way keeps its place and is taken up when that ends.
      if (!underWay.has(id)) void start(id);
    }
    if (underWay.size > 0 || waiting.size > 0) return;
    for (const listener of idleListeners) listener();
    idleListeners.clear();
  };
  const start = async (id: string): Promise<void> => {
    waiting.delete(id);
    underWay.add(id);
    await work(id);
    underWay.delete(id);
    pump();
  };

  return {
    add: (id) => {
      waiting.add(id);
      pump();
    },
    isWaiting: (id) => waiting.has(id),
    whenIdle: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      idleListeners.add(resolve);
      pump();
      return promise;
    },
    clear: () => waiting.clear(),
  };
}
