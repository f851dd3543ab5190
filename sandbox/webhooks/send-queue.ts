/** A queue of ids, each processed at its due time, which is real time instead of sandbox time. */
export interface SendQueue {
  /** Processes the id at that time. An id that is already scheduled keeps its time. */
  readonly schedule: (id: string, dueAtMs: number) => void;
  /** Processes the id as soon as possible, even if it is scheduled for later. */
  readonly runNow: (id: string) => void;
  readonly runAllNow: () => void;
  /** Resolves when nothing is running or due. Ids that are scheduled for later do not count. */
  readonly whenIdle: () => Promise<void>;
  /** Drops the ids whose work has not started. Resolves when the running work has ended. */
  readonly close: () => Promise<void>;
}

/** Creates a queue that runs the work for each id. */
export function createSendQueue(work: (id: string) => Promise<void>): SendQueue {
  const pool = createWorkPool(work);
  const timers = new Map<string, NodeJS.Timeout>();
  let isClosed = false;

  const runNow = (id: string): void => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    if (!isClosed) pool.add(id);
  };
  return {
    schedule: (id, dueAtMs) => {
      const waitMs = dueAtMs - Date.now();
      if (isClosed || timers.has(id) || pool.isWaiting(id)) return;
      if (waitMs > 0) timers.set(id, setTimeout(runNow, waitMs, id));
      else runNow(id);
    },
    runNow,
    runAllNow: () => {
      for (const id of timers.keys()) runNow(id);
    },
    whenIdle: pool.whenIdle,
    close: () => {
      isClosed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      pool.clear();
      return pool.whenIdle();
    },
  };
}

/** Ids to process now, a few at a time, in the order in which they were added. */
interface WorkPool {
  readonly add: (id: string) => void;
  readonly isWaiting: (id: string) => boolean;
  /** Resolves when nothing waits or runs. */
  readonly whenIdle: () => Promise<void>;
  /** Drops the ids whose work has not started. */
  readonly clear: () => void;
}

const workersMax = 8;

/** Creates a pool that runs the work for each id, never twice at the same time for the same id. */
function createWorkPool(work: (id: string) => Promise<void>): WorkPool {
  const waiting = new Set<string>();
  const running = new Set<string>();
  const idleListeners = new Set<() => void>();

  const startWaiting = (): void => {
    for (const id of waiting) {
      if (running.size >= workersMax) break;
      // An id that is already running stays in the queue until that run ends.
      if (!running.has(id)) void start(id);
    }
    if (running.size > 0 || waiting.size > 0) return;
    for (const listener of idleListeners) listener();
    idleListeners.clear();
  };
  const start = async (id: string): Promise<void> => {
    waiting.delete(id);
    running.add(id);
    await work(id);
    running.delete(id);
    startWaiting();
  };

  return {
    add: (id) => {
      waiting.add(id);
      startWaiting();
    },
    isWaiting: (id) => waiting.has(id),
    whenIdle: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      idleListeners.add(resolve);
      startWaiting();
      return promise;
    },
    clear: () => waiting.clear(),
  };
}
