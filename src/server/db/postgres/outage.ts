import { setTimeout as pause } from 'node:timers/promises';

/** Knows whether the database server is down. */
export interface OutageWatch {
  /** Why the server does not respond; undefined while it does. */
  readonly cause: Error | undefined;
  /** Probes the server. Call it after every failure. */
  check(): void;
  stop(): void;
}

export interface OutageOptions {
  /** Rejects if the server does not respond. */
  readonly probe: () => Promise<void>;
  readonly onBegin: (cause: Error) => void;
  readonly retryMs: number;
}

/** Watches for outages. An outage begins when a probe fails, and ends when one succeeds; probes are repeated until then. */
export function watchForOutage({ probe, onBegin, retryMs }: OutageOptions): OutageWatch {
  let cause: Error | undefined;
  let isProbing = false;
  let isStopped = false;
  const probeUntilResponse = async (): Promise<void> => {
    for (;;) {
      const failure = await failureOf(probe);
      if (!failure || isStopped) break;
      const isNew = cause === undefined;
      cause = failure;
      if (isNew) onBegin(failure);
      await pause(retryMs, undefined, { ref: false });
    }
    cause = undefined;
    isProbing = false;
  };
  return {
    get cause() {
      return cause;
    },
    check: () => {
      if (isProbing || isStopped) return;
      isProbing = true;
      void probeUntilResponse();
    },
    stop: () => void (isStopped = true),
  };
}

async function failureOf(probe: () => Promise<void>): Promise<Error | undefined> {
  try {
    await probe();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
