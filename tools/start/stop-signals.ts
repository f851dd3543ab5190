const sameKeyPressMs = 1000;

/** Calls `onStop` at the first SIGINT, SIGTERM or SIGHUP, and `onKill` at a later one. */
export function onStopSignals(onStop: () => void, onKill: () => void): void {
  let firstAt: number | undefined;
  const handle = (): void => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      onStop();
    } else if (performance.now() - firstAt > sameKeyPressMs) {
      onKill(); // npm sends the same Ctrl-C again, so a signal within a second does not count
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle);
}
