import { readSettings } from './state/settings.ts';
import type { Store } from './state/store.ts';

/** The sandbox's time: real time plus an offset that only grows and survives a restart. */
export interface Clock {
  /** Sandbox time in whole seconds since 1970. */
  readonly nowSeconds: () => number;
  readonly offsetSeconds: () => number;
  /** Moves the sandbox's time forward. Real time, used for signatures and retries, stays as it is. */
  readonly advance: (seconds: number) => void;
}

/** Makes the clock; its offset lives in the store so that a restarted sandbox continues in the same month. */
export function createClock(store: Store): Clock {
  const offsetSeconds = (): number => readSettings(store).offsetSeconds;
  return {
    nowSeconds: () => Math.floor(Date.now() / 1000) + offsetSeconds(),
    offsetSeconds,
    advance: (seconds) => store.settings.put({ ...readSettings(store), offsetSeconds: offsetSeconds() + seconds }),
  };
}
