import { sessionMessage, sign } from '#test/support/payments/stripe-webhook.ts';
import { webhookSecret } from '../servers/production.ts';
import { checkoutAmount } from './requests.ts';
import type { PacedCall } from './paced-commands.ts';

/** Stripe's message that a session of `checkoutRequest` was paid. */
export function paidWebhook(session: string): PacedCall {
  const intentId = session.replace('cs_test_', '');
  const message = sessionMessage({
    event: { id: `evt_${session}`, created: Math.floor(Date.now() / 1000) },
    session: {
      id: session,
      amount_total: checkoutAmount(),
      payment_intent: `pi_${intentId}`,
      client_reference_id: intentId,
      metadata: { intent_id: intentId },
    },
  });
  const { payload, headers } = sign(message, { secret: webhookSecret });
  return { name: 'webhook', method: 'POST', path: '/api/webhooks/stripe', headers, body: payload };
}
