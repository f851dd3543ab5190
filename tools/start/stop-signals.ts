const sameKeyPressMs = 1000;

/** Calls `onStop` at the first SIGINT, SIGTERM or SIGHUP, and `onKill` when the person insists. */
export function onStopSignals(onStop: () => void, onKill: () => void): void {
  let firstAt: number | undefined;
  const handle = (): void => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      onStop();
    } else if (performance.now() - firstAt > sameKeyPressMs) {
      onKill(); // npm passes the same Ctrl-C on once more, so what follows within a second is not a second wish
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle);
}
