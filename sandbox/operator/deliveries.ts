import type { Sandbox } from '../sandbox.ts';
import type { DeliveryRecord } from '../state/records.ts';

/** How far the webhook of one event came. */
export interface DeliveryView {
  readonly eventId: string;
  readonly type: string;
  readonly status: DeliveryRecord['status'];
  readonly attempts: number;
  readonly lastAnswer: string | null;
}

/** The newest deliveries first, at most as many as asked for. */
export function readDeliveries(sandbox: Sandbox, limit: number): DeliveryView[] {
  const views: DeliveryView[] = [];
  for (const delivery of sandbox.store.deliveries.olderThan()) {
    if (views.length === limit) break;
    const { id, status, attempts, lastAnswer } = delivery;
    views.push({ eventId: id, type: sandbox.store.events.get(id)?.type ?? '', status, attempts, lastAnswer });
  }
  return views;
}

/** Sends the webhook of an event once more, genuine and at once, whatever became of it before. False for an unknown event. */
export function resendWebhook(sandbox: Sandbox, eventId: string): boolean {
  const { store, webhooks } = sandbox;
  const delivery = store.deliveries.get(eventId);
  if (delivery === undefined) return false;
  store.transact(() => {
    store.deliveries.put({
      ...delivery,
      status: 'waiting',
      copiesLeft: 1,
      tamperedLeft: 0,
      releaseAt: null,
      reorderGroup: null,
      nextAttemptAtMs: Date.now(),
    });
    store.afterCommit(() => webhooks.sendNow([eventId]));
  });
  return true;
}
