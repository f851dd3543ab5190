import { createHmac } from 'node:crypto';
import { webhookSecret } from '../app/start-app.ts';

/** Returns a Stripe message about a checkout session, as far as the product reads it; any part can be replaced. */
export function sessionMessage(
  changes: { event?: Record<string, unknown>; session?: Record<string, unknown> } = {},
): Record<string, unknown> {
  return {
    id: 'evt_1',
    object: 'event',
    api_version: '2026-10-28.endive',
    type: 'checkout.session.completed',
    created: 1772625600, // 2026-03-04T12:00:00Z
    livemode: false,
    pending_webhooks: 1,
    request: null,
    ...changes.event,
    data: {
      object: {
        id: 'cs_test_1',
        object: 'checkout.session',
        status: 'complete',
        payment_status: 'paid',
        amount_total: 524,
        currency: 'cad',
        livemode: false,
        metadata: {},
        ...changes.session,
      },
    },
  };
}

/** Returns Stripe's message about a card declined on the page of an intent, as far as the product reads it. */
export const declineMessage = (
  intentId: string,
  changes: { event?: Record<string, unknown>; payment?: Record<string, unknown> } = {},
): Record<string, unknown> => ({
  ...sessionMessage({ event: { type: 'payment_intent.payment_failed', ...changes.event } }),
  data: {
    object: { id: 'pi_1', object: 'payment_intent', metadata: { intent_id: intentId }, ...changes.payment },
  },
});

/** Signs a message as Stripe does: `t=…,v1=HMAC-SHA256(t.body)`. */
export function sign(message: Record<string, unknown>, options: { secret?: string; signedAt?: Date } = {}) {
  const payload = JSON.stringify(message);
  const seconds = Math.floor((options.signedAt ?? new Date()).getTime() / 1000);
  const signature = createHmac('sha256', options.secret ?? webhookSecret)
    .update(`${seconds}.${payload}`)
    .digest('hex');
  return {
    payload,
    headers: { 'stripe-signature': `t=${seconds},v1=${signature}`, 'content-type': 'application/json' },
  };
}
