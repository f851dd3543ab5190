import type { Clock } from '../clock.ts';
import type { PayPalAccount, WebhookTarget } from '../config.ts';
import type { DeliveryRecord, EventRecord } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import { postWebhook } from './post-webhook.ts';
import type { WebhookAnswer } from './post-webhook.ts';
import { defaultRetryDelaysMs, giveUpAfterSeconds, retryDelayMs } from './retry-schedule.ts';
import { createSendQueue } from './send-queue.ts';

/** Sends what waits in the deliveries table until it is taken. */
export interface WebhookDispatcher {
  /** Whether there is an endpoint at all; without one events are made but none is to be delivered. */
  readonly hasTarget: (event: Pick<EventRecord, 'provider'>) => boolean;
  /** Takes up what an earlier process left waiting. */
  readonly resume: () => void;
  /** Sends these deliveries as soon as their time has come. */
  readonly schedule: (ids: readonly string[]) => void;
  /** Sends these deliveries now, even those that wait for a later retry. */
  readonly sendNow: (ids: readonly string[]) => void;
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
  readonly paypal: PayPalAccount;
  readonly log: (entry: Record<string, unknown>) => void;
  readonly retryDelaysMs?: readonly number[] | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Makes a dispatcher on a store. */
export function createDispatcher(options: DispatcherOptions): WebhookDispatcher {
  const { store, target, paypal } = options;
  const stop = new AbortController();
  const triedListeners = new Map<string, (() => void)[]>();

  const schedule = (ids: Iterable<string>): void => {
    for (const id of ids) {
      const delivery = store.deliveries.get(id);
      if (delivery?.status === 'waiting') queue.at(id, delivery.nextAttemptAtMs);
    }
  };
  const queue = createSendQueue(async (id) => {
    await attempt(options, id, stop.signal);
    for (const listener of triedListeners.get(id) ?? []) listener();
    triedListeners.delete(id);
    schedule([id]);
  });

  return {
    hasTarget: ({ provider }) => (provider === 'paypal' ? paypal.webhookUrl : target) !== undefined,
    resume: () => schedule([...store.deliveries.values()].map((delivery) => delivery.id)),
    schedule,
    sendNow: (ids) => {
      for (const id of ids) queue.now(id);
    },
    attemptAllNow: queue.allNow,
    whenTried: (id) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const delivery = store.deliveries.get(id);
      if (delivery?.status !== 'waiting' || delivery.attempts > 0) resolve();
      else triedListeners.set(id, [...(triedListeners.get(id) ?? []), resolve]);
      return promise;
    },
    whenIdle: queue.whenIdle,
    close: () => {
      const closed = queue.close();
      stop.abort();
      return closed;
    },
  };
}

/** Sends one delivery once and writes down what came of it. */
async function attempt(options: DispatcherOptions, id: string, stopped: AbortSignal): Promise<void> {
  const { store } = options;
  const delivery = store.deliveries.get(id);
  const event = store.events.get(id);
  if (delivery?.status !== 'waiting' || event === undefined) return;
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(options.timeoutMs ?? 10_000)]);
  const answer = await postWebhook(options, event, delivery, signal);
  const current = store.deliveries.get(id);
  // The table may have been emptied meanwhile, and a stop is nobody's refusal.
  if (current?.status !== 'waiting' || stopped.aborted) return;
  const next = afterAnswer(current, answer, options);
  store.deliveries.put(next);
  options.log({
    event: event.type,
    eventId: id,
    webhook: answer.summary,
    attempts: next.attempts,
    status: next.status,
  });
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
