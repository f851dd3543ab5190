import { setImmediate } from 'node:timers/promises';
import type { PendingIntent } from '../rows/pending-intents.ts';

/** A command to settle intents, at most `concurrency` at a time, until the time is up or none is left. */
export interface SettleCommand {
  readonly intents: readonly PendingIntent[];
  readonly concurrency: number;
  readonly milliseconds: number;
}

export interface SettleResult {
  readonly done: number;
  readonly elapsedMs: number;
}

export async function settleIntents(
  command: SettleCommand,
  settle: (intent: PendingIntent) => Promise<void>,
): Promise<SettleResult> {
  const startedAt = performance.now();
  const waiting = command.intents.values();
  let done = 0;
  const settleNext = async (): Promise<void> => {
    while (performance.now() - startedAt < command.milliseconds) {
      const intent = waiting.next().value;
      if (!intent) return;
      await settle(intent);
      done += 1;
      if (done % 100 === 0) await setImmediate(); // lets timers and sockets run
    }
  };
  await Promise.all(Array.from({ length: command.concurrency }, settleNext));
  return { done, elapsedMs: performance.now() - startedAt };
}
