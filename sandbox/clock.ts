import type { Store } from './store.ts';

/** The sandbox's time: the machine's time plus an offset that survives a restart and that only a reset reduces. */
export interface Clock {
  /** Whole seconds since 1970. While the sandbox catches up, the time at which an overdue step was due. */
  readonly nowSeconds: () => number;
  /** Sandbox time, even while the sandbox catches up. */
  readonly presentSeconds: () => number;
  readonly offsetSeconds: () => number;
  /** Moves the sandbox's time forward. Signatures and webhook retries stay on real time. */
  readonly advance: (seconds: number) => void;
}

/** Creates the clock. Its offset is in the store, so a restarted sandbox continues in the same month. */
export function createClock(store: Store, machineNowMs: () => number): Clock {
  const offsetSeconds = (): number => store.clock.get('clock')?.offsetSeconds ?? 0;
  const presentSeconds = (): number => Math.floor(machineNowMs() / 1000) + offsetSeconds();
  return {
    nowSeconds: presentSeconds,
    presentSeconds,
    offsetSeconds,
    advance: (seconds) => store.clock.put({ id: 'clock', offsetSeconds: offsetSeconds() + seconds }),
  };
}
