import { setImmediate } from 'node:timers/promises';
import type { PendingIntent } from '../rows/pending-intents.ts';

/** Intents to settle, some at once, until the time is over or none is left. */
export interface SettleOrder {
  readonly intents: readonly PendingIntent[];
  readonly atOnce: number;
  readonly milliseconds: number;
}

/** How many were settled, and how long that took. */
export interface SettleResult {
  readonly done: number;
  readonly elapsedMs: number;
}

/** Carries out an order with one deed for each intent. */
export async function carryOut(
  order: SettleOrder,
  settle: (intent: PendingIntent) => Promise<void>,
): Promise<SettleResult> {
  const startedAt = performance.now();
  const waiting = order.intents.values();
  let done = 0;
  const settleOnes = async (): Promise<void> => {
    while (performance.now() - startedAt < order.milliseconds) {
      const intent = waiting.next().value;
      if (!intent) return;
      await settle(intent);
      done += 1;
      if (done % 100 === 0) await setImmediate(); // timers and sockets get their turn
    }
  };
  await Promise.all(Array.from({ length: order.atOnce }, settleOnes));
  return { done, elapsedMs: performance.now() - startedAt };
}
