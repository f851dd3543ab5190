const sameKeyPressMs = 1000;

/** Calls `onStop` with the first SIGINT, SIGTERM or SIGHUP, and `onKill` at one that comes more than a second later. */
export function onStopSignals(onStop: (signal: NodeJS.Signals) => void, onKill: () => void): void {
  let firstAt: number | undefined;
  const handle = (signal: NodeJS.Signals): void => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      onStop(signal);
    } else if (performance.now() - firstAt > sameKeyPressMs) {
      onKill(); // npm sends the same Ctrl-C again, so a signal within a second does not count
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle);
}
