import type { Clock } from '../clock.ts';
import type { WebhookTarget } from '../config.ts';
import type { DeliveryRecord } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import { postWebhook } from './post-webhook.ts';
import type { WebhookAnswer } from './post-webhook.ts';
import { defaultRetryDelaysMs, giveUpAfterSeconds, retryDelayMs } from './retry-schedule.ts';

/** Sends what waits in the deliveries table until it is taken. */
export interface WebhookDispatcher {
  /** Whether there is an endpoint at all; without one events are made but none is to be delivered. */
  readonly hasTarget: boolean;
  /** Takes up what an earlier process left waiting. */
  readonly resume: () => void;
  /** Sends these deliveries as soon as their time has come. */
  readonly schedule: (ids: readonly string[]) => void;
  /** Sends everything that waits for a later retry now. */
  readonly attemptAllNow: () => void;
  /** Resolves when this delivery has been tried once, or is not going to be. */
  readonly whenTried: (id: string) => Promise<void>;
  /** Resolves when nothing is being sent and nothing is about to be. Later retries and held deliveries do not count. */
  readonly whenIdle: () => Promise<void>;
  /** Stops sending; what is unfinished stays in the table for the next start. */
  readonly close: () => Promise<void>;
}

/** What the dispatcher works with; times are real milliseconds. */
export interface DispatcherOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly target: WebhookTarget | undefined;
  readonly log: (entry: Record<string, unknown>) => void;
  readonly retryDelaysMs?: readonly number[] | undefined;
  readonly timeoutMs?: number | undefined;
}

const sendingMax = 8;

/** Makes a dispatcher on a store. */
export function createDispatcher(options: DispatcherOptions): WebhookDispatcher {
  const { store, target } = options;
  const queue = new Set<string>();
  const timers = new Map<string, NodeJS.Timeout>();
  const triedListeners = new Map<string, (() => void)[]>();
  let idleListeners: (() => void)[] = [];
  const sending = new Set<string>();
  const stop = new AbortController();

  const schedule = (ids: readonly string[]): void => {
    for (const id of ids) {
      const delivery = store.deliveries.get(id);
      if (delivery?.status !== 'waiting' || timers.has(id) || sending.has(id)) continue;
      const waitMs = delivery.nextAttemptAtMs - Date.now();
      if (waitMs > 0) timers.set(id, setTimeout(enqueue, waitMs, id));
      else enqueue(id);
    }
  };
  const enqueue = (id: string): void => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    queue.add(id);
    pump();
  };
  const pump = (): void => {
    for (const id of queue) {
      if (stop.signal.aborted || sending.size >= sendingMax) break;
      queue.delete(id);
      if (!sending.has(id)) void send(id);
    }
    if (sending.size === 0 && queue.size === 0) {
      for (const listener of idleListeners.splice(0)) listener();
    }
  };
  const send = async (id: string): Promise<void> => {
    sending.add(id);
    try {
      await attempt(id);
    } finally {
      sending.delete(id);
      for (const listener of triedListeners.get(id) ?? []) listener();
      triedListeners.delete(id);
      if (!stop.signal.aborted) schedule([id]);
      pump();
    }
  };
  const attempt = async (id: string): Promise<void> => {
    const delivery = store.deliveries.get(id);
    const event = store.events.get(id);
    if (target === undefined || delivery?.status !== 'waiting' || event === undefined) return;
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(options.timeoutMs ?? 10_000)]);
    const answer = await postWebhook(target, event, delivery, signal);
    const current = store.deliveries.get(id);
    // The table may have been emptied meanwhile, and a stop is nobody's refusal.
    if (current?.status !== 'waiting' || stop.signal.aborted) return;
    const next = afterAnswer(current, answer, options);
    store.deliveries.put(next);
    options.log({
      event: event.type,
      eventId: id,
      webhook: answer.summary,
      attempts: next.attempts,
      status: next.status,
    });
  };

  return {
    hasTarget: target !== undefined,
    resume: () => {
      const waiting = [...store.deliveries.values()].filter((delivery) => delivery.status === 'waiting');
      schedule(waiting.map((delivery) => delivery.id));
    },
    schedule,
    attemptAllNow: () => {
      for (const id of timers.keys()) enqueue(id);
    },
    whenTried: (id) =>
      new Promise((resolve) => {
        const delivery = store.deliveries.get(id);
        if (delivery?.status !== 'waiting' || delivery.attempts > 0) resolve();
        else triedListeners.set(id, [...(triedListeners.get(id) ?? []), resolve]);
      }),
    whenIdle: () =>
      new Promise((resolve) => {
        if (sending.size === 0 && queue.size === 0) resolve();
        else idleListeners = [...idleListeners, resolve];
      }),
    close: async () => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      queue.clear();
      stop.abort();
      while (sending.size > 0) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

function afterAnswer(delivery: DeliveryRecord, answer: WebhookAnswer, options: DispatcherOptions): DeliveryRecord {
  const attempts = delivery.attempts + 1;
  const tamperedLeft = Math.max(0, delivery.tamperedLeft - 1);
  const tried = { ...delivery, attempts, tamperedLeft, lastAnswer: answer.summary };
  if (answer.isTaken) {
    const copiesLeft = delivery.copiesLeft - 1;
    return { ...tried, copiesLeft, status: copiesLeft > 0 ? 'waiting' : 'delivered', nextAttemptAtMs: Date.now() };
  }
  if (options.clock.nowSeconds() - delivery.created >= giveUpAfterSeconds) return { ...tried, status: 'given_up' };
  const delayMs = retryDelayMs(attempts, options.retryDelaysMs ?? defaultRetryDelaysMs);
  return { ...tried, nextAttemptAtMs: Date.now() + delayMs };
}
