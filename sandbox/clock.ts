import { readSettings } from './state/settings.ts';
import type { Store } from './state/store.ts';

/** The sandbox's time: real time plus an offset that only grows and survives a restart. */
export interface Clock {
  /** Sandbox time in whole seconds since 1970; while something late is caught up with, the moment when it was due. */
  readonly nowSeconds: () => number;
  /** Sandbox time, whatever is being caught up with. */
  readonly presentSeconds: () => number;
  readonly offsetSeconds: () => number;
  /** Moves the sandbox's time forward. Real time, used for signatures and retries, stays as it is. */
  readonly advance: (seconds: number) => void;
}

/** Makes the clock; its offset lives in the store so that a restarted sandbox continues in the same month. */
export function createClock(store: Store): Clock {
  const offsetSeconds = (): number => readSettings(store).offsetSeconds;
  const presentSeconds = (): number => Math.floor(Date.now() / 1000) + offsetSeconds();
  return {
    nowSeconds: presentSeconds,
    presentSeconds,
    offsetSeconds,
    advance: (seconds) => store.settings.put({ ...readSettings(store), offsetSeconds: offsetSeconds() + seconds }),
  };
}
