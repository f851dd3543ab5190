import { setImmediate } from 'node:timers/promises';
import type { PendingIntent } from '../rows/pending-intents.ts';

/** Asks for intents to be settled, at most `atOnce` at a time, until the time is up or none is left. */
export interface SettleOrder {
  readonly intents: readonly PendingIntent[];
  readonly atOnce: number;
  readonly milliseconds: number;
}

export interface SettleResult {
  readonly done: number;
  readonly elapsedMs: number;
}

export async function settleIntents(
  order: SettleOrder,
  settle: (intent: PendingIntent) => Promise<void>,
): Promise<SettleResult> {
  const startedAt = performance.now();
  const waiting = order.intents.values();
  let done = 0;
  const settleNext = async (): Promise<void> => {
    while (performance.now() - startedAt < order.milliseconds) {
      const intent = waiting.next().value;
      if (!intent) return;
      await settle(intent);
      done += 1;
      if (done % 100 === 0) await setImmediate(); // lets timers and sockets run
    }
  };
  await Promise.all(Array.from({ length: order.atOnce }, settleNext));
  return { done, elapsedMs: performance.now() - startedAt };
}
