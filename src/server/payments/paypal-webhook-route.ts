import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { applyPaymentEvent } from './apply-payment-event.ts';
import { applyReversal } from './apply-reversal.ts';
import { askForCapture } from './capture-job.ts';
import type { PayPalProvider } from './paypal-provider.ts';

/**
 * `POST /api/webhooks/paypal`: PayPal itself is asked whether a message is its own; 400 and nothing written when it says no.
 * 503 when it cannot be asked, and 200 only after the fact stands in the database, so that PayPal sends again what we could
 * not keep.
 */
export function paypalWebhookRoute(app: FastifyInstance, deps: Deps): void {
  const { paypal } = deps;
  if (paypal) app.post('/api/webhooks/paypal', (request, reply) => receive(deps, paypal, request, reply));
}

async function receive(
  deps: Deps,
  paypal: PayPalProvider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const reading = await paypal.readWebhook(rawBody, request.headers);
  switch (reading.code) {
    case 'invalid_signature':
      request.log.warn('PayPal webhook refused: its signature does not hold');
      return sendRefusal(reply, 'invalid_signature', 'The signature of this message does not hold.');
    case 'unavailable':
      request.log.warn({ detail: reading.detail }, 'PayPal webhook put off: PayPal cannot be asked about it');
      return sendRefusal(reply, 'unavailable', 'This message cannot be verified at the moment.');
    case 'unreadable':
      request.log.error({ detail: reading.detail }, 'PayPal webhook refused: genuine, but unreadable');
      return sendRefusal(reply, 'invalid_request', 'This message cannot be read.');
    case 'event':
      await applyPaymentEvent(deps, reading.event);
      break;
    case 'reversal':
      await applyReversal(deps, reading.event, paypal.isLive);
      break;
    case 'approved':
      await askForCapture(deps, reading);
      break;
    case 'ignored':
      break;
  }
  return reply.send({ received: true });
}
