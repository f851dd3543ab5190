/** Notices when a connection leaves its statements without a response. */
export interface SilenceWatch {
  /** Reports that a statement was sent. After `limitMs` without a response, the connection is given up. */
  sent(limitMs: number): void;
  /** Reports that a statement got a response. */
  responded(): void;
}

export interface SilenceOptions {
  readonly silentAfterMs: number;
  readonly onSilent: () => void;
  readonly onEnd: (waitedMs: number) => void;
}

/**
 * Watches one connection. Every statement restarts the same timer, because a new timer per statement cost 5 % of a settlement;
 * only a silent statement that may wait longer, as in a job, gets a second one. Responses that arrived while the process itself
 * was busy are read first, because a busy process does not mean a silent server.
 */
export function watchSilence({ silentAfterMs, onSilent, onEnd }: SilenceOptions): SilenceWatch {
  let waiting = 0;
  let events = 0;
  let limitMs = 0;
  let end: NodeJS.Timeout | undefined;
  const handleSilence = (): void => {
    onSilent();
    if (limitMs <= silentAfterMs) onEnd(limitMs);
    else
      end = setTimeout(
        unlessResponded(() => onEnd(limitMs)),
        limitMs - silentAfterMs,
      ).unref();
  };
  /** Creates a timer's callback. It acts unless a statement is sent or gets a response while the pending responses are read. */
  const unlessResponded = (act: () => void) => (): void => {
    const before = events;
    if (waiting > 0) setImmediate(() => void (events === before && act()));
  };
  const silence = setTimeout(unlessResponded(handleSilence), silentAfterMs).unref();
  const restart = (): void => {
    events += 1;
    silence.refresh();
    clearTimeout(end);
  };
  return {
    sent: (newLimitMs) => {
      waiting += 1;
      limitMs = newLimitMs;
      restart();
    },
    responded: () => {
      waiting -= 1;
      restart();
    },
  };
}
