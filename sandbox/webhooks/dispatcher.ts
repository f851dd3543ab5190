import type { Clock } from '../clock.ts';
import type { PayPalAccount, WebhookTarget } from '../config.ts';
import type { Store } from '../store.ts';
import { postWebhook, type WebhookResponse } from './post-webhook.ts';
import type { DeliveryRecord, EventRecord } from '../records.ts';
import { createSendQueue } from './send-queue.ts';

/** Sends waiting deliveries until the endpoint accepts them. */
export interface WebhookDispatcher {
  /** Returns true if the event's provider has an endpoint. If it has none, events are stored but not delivered. */
  readonly hasTarget: (event: Pick<EventRecord, 'provider'>) => boolean;
  /** Resumes deliveries that an earlier process left waiting. */
  readonly resume: () => void;
  /** Sends these deliveries when they are due. */
  readonly schedule: (ids: readonly string[]) => void;
  /** Sends these deliveries now, even if they wait for a retry. */
  readonly sendNow: (ids: readonly string[]) => void;
  /** Sends now everything that waits for a retry. */
  readonly attemptAllNow: () => void;
  /** Resolves when this delivery has been attempted, or if it will not be attempted. */
  readonly whenAttempted: (id: string) => Promise<void>;
  /** Resolves when nothing is being sent or due. Later retries and held deliveries do not count. */
  readonly whenIdle: () => Promise<void>;
  /** Stops sending. Unfinished deliveries stay in the store for the next start. */
  readonly close: () => Promise<void>;
}

/** The dispatcher's dependencies and timing. Times are real milliseconds. */
export interface DispatcherOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly target: WebhookTarget | undefined;
  readonly paypal: PayPalAccount;
  readonly log: (entry: Record<string, unknown>) => void;
  readonly retryDelaysMs?: readonly number[] | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Creates a dispatcher on a store. */
export function createDispatcher(options: DispatcherOptions): WebhookDispatcher {
  const { store, target, paypal } = options;
  const stop = new AbortController();
  const attemptListeners = new Map<string, (() => void)[]>();

  const schedule = (ids: Iterable<string>): void => {
    for (const id of ids) {
      const delivery = store.deliveries.get(id);
      if (delivery?.status === 'waiting') queue.schedule(id, delivery.nextAttemptAtMs);
    }
  };
  const queue = createSendQueue(async (id) => {
    await attempt(options, id, stop.signal);
    for (const listener of attemptListeners.get(id) ?? []) listener();
    attemptListeners.delete(id);
    schedule([id]);
  });

  return {
    hasTarget: ({ provider }) => (provider === 'paypal' ? paypal.webhookUrl : target) !== undefined,
    resume: () => schedule([...store.deliveries.values()].map((delivery) => delivery.id)),
    schedule,
    sendNow: (ids) => {
      for (const id of ids) queue.runNow(id);
    },
    attemptAllNow: queue.runAllNow,
    whenAttempted: (id) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const delivery = store.deliveries.get(id);
      if (delivery?.status !== 'waiting' || delivery.attempts > 0) resolve();
      else attemptListeners.set(id, [...(attemptListeners.get(id) ?? []), resolve]);
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

/** Sends one delivery once and stores the result. */
async function attempt(options: DispatcherOptions, id: string, stopped: AbortSignal): Promise<void> {
  const { store } = options;
  const delivery = store.deliveries.get(id);
  const event = store.events.get(id);
  if (delivery?.status !== 'waiting' || event === undefined) return;
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(options.timeoutMs ?? 10_000)]);
  const response = await postWebhook(options, event, delivery, signal);
  const current = store.deliveries.get(id);
  // The store may have been cleared during the request, and an abort is not the endpoint's response.
  if (current?.status !== 'waiting' || stopped.aborted) return;
  const next = afterResponse(current, response, options);
  store.deliveries.put(next);
  options.log({
    event: event.type,
    eventId: id,
    webhook: response.summary,
    attempts: next.attempts,
    status: next.status,
  });
}

function afterResponse(
  delivery: DeliveryRecord,
  response: WebhookResponse,
  options: DispatcherOptions,
): DeliveryRecord {
  const attempts = delivery.attempts + 1;
  const tamperedAttemptsLeft = Math.max(0, delivery.tamperedAttemptsLeft - 1);
  const tried = { ...delivery, attempts, tamperedAttemptsLeft, lastOutcome: response.summary };
  if (response.isAccepted) {
    const copiesLeft = delivery.copiesLeft - 1;
    return { ...tried, copiesLeft, status: copiesLeft > 0 ? 'waiting' : 'delivered', nextAttemptAtMs: Date.now() };
  }
  if (options.clock.nowSeconds() - delivery.created >= giveUpAfterSeconds) return { ...tried, status: 'given_up' };
  const delayMs = retryDelayMs(attempts, options.retryDelaysMs ?? defaultRetryDelaysMs);
  return { ...tried, nextAttemptAtMs: Date.now() + delayMs };
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Real time between attempts. The last one repeats. */
export const defaultRetryDelaysMs: readonly number[] = [
  secondMs,
  5 * secondMs,
  15 * secondMs,
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  hourMs,
  3 * hourMs,
];

/** Sandbox time after which attempts to deliver an event end. */
export const giveUpAfterSeconds = 3 * 24 * 3600;

/** The wait after this many failed attempts. */
export function retryDelayMs(attempts: number, delaysMs: readonly number[]): number {
  return delaysMs[Math.min(attempts, delaysMs.length) - 1] ?? hourMs;
}
