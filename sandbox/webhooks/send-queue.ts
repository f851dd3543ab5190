import { createWorkPool } from './work-pool.ts';

/** Ids that wait for their moment of real time and are then worked on. */
export interface SendQueue {
  /** Works on this id at that moment; an id that already waits stays as it is. */
  readonly at: (id: string, dueAtMs: number) => void;
  /** Works on this id as soon as its turn comes, even if it waits for later. */
  readonly now: (id: string) => void;
  readonly allNow: () => void;
  /** Resolves when nothing is worked on or due. Ids that wait for later do not count. */
  readonly whenIdle: () => Promise<void>;
  /** Drops what waits and resolves when the work under way has ended. */
  readonly close: () => Promise<void>;
}

/** Makes a queue that does this work for each id. */
export function createSendQueue(work: (id: string) => Promise<void>): SendQueue {
  const pool = createWorkPool(work);
  const later = new Map<string, NodeJS.Timeout>();
  let isClosed = false;

  const now = (id: string): void => {
    clearTimeout(later.get(id));
    later.delete(id);
    if (!isClosed) pool.add(id);
  };
  return {
    at: (id, dueAtMs) => {
      const waitMs = dueAtMs - Date.now();
      if (isClosed || later.has(id) || pool.isWaiting(id)) return;
      if (waitMs > 0) later.set(id, setTimeout(now, waitMs, id));
      else now(id);
    },
    now,
    allNow: () => {
      for (const id of later.keys()) now(id);
    },
    whenIdle: pool.whenIdle,
    close: () => {
      isClosed = true;
      for (const timer of later.values()) clearTimeout(timer);
      later.clear();
      pool.clear();
      return pool.whenIdle();
    },
  };
}
