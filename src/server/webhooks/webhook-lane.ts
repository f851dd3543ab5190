import type { Deps } from '#server/deps.ts';
import { workOutbox, type JobHandlers } from '#server/outbox/worker.ts';
import { announceEvent } from './announcing/announce-event.ts';
import { deliverWebhook } from './delivery/deliver-webhook.ts';

export const webhookJobs: JobHandlers = { announce_event: announceEvent, deliver_webhook: deliverWebhook };

/** Sends webhooks, several at a time. The returned function runs one round, and resolves to the milliseconds until the next. */
export const createWebhookLane =
  (deps: Deps, handlers: JobHandlers): (() => Promise<number>) =>
  async () => {
    const round = await workOutbox(deps, handlers, { jobsMax: connectionsMax, isParallel: true });
    const isIdle = Object.values(round).every((count) => count === 0);
    return isIdle ? idlePauseMs : 0;
  };

const connectionsMax = 10;
const idlePauseMs = 1000;
