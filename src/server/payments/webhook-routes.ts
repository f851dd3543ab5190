import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { applySessionEvent } from './apply-session-event.ts';
import { applyReversal } from './apply-reversal.ts';
import { refundFraud } from './ask-for-refund.ts';
import type { WebhookReading } from './card-provider.ts';
import { followInvoice, type FollowedInvoice } from './follow-invoice.ts';
import { followSubscription, type FollowedSubscription } from './follow-subscription.ts';
import { paypalWebhookRoute } from './paypal-webhook-route.ts';

/**
 * `POST /api/webhooks/stripe`: verified over the raw body, answered 200 only after the event stands in the database, so
 * that the provider repeats what we could not keep; 503 when what it names could not be asked for. 400 and nothing written for
 * a signature that does not hold, or a message that cannot be read.
 */
export async function webhookRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: webhookBytesMax }, (_request, body, done) =>
    done(null, body),
  );
  app.post('/api/webhooks/stripe', async (request, reply) => {
    const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const reading = deps.cards.readWebhook(rawBody, headerText(request.headers['stripe-signature']));
    if (reading.code === 'invalid_signature') {
      request.log.warn('webhook refused: its signature does not hold');
      return sendRefusal(reply, 'invalid_signature', 'The signature of this message does not hold.');
    }
    if (reading.code === 'unreadable') {
      request.log.error({ detail: reading.detail }, 'webhook refused: rightly signed, but unreadable');
      return sendRefusal(reply, 'invalid_request', 'This message cannot be read.');
    }
    if (reading.code === 'event') await applySessionEvent(deps, reading.event);
    if (isToComeAgain(await followNamed(deps, reading))) {
      return sendRefusal(reply, 'unavailable', 'This message cannot be booked yet. Please send it again.');
    }
    if (reading.code === 'reversal') await applyReversal(deps, reading.event, deps.cards.isLive);
    if (reading.code === 'fraud_warning') await refundFraud(deps, reading);
    return reply.send({ received: true });
  });
  paypalWebhookRoute(app, deps);
}

/** Asks for the subscription or the bill that a message names; `undefined` for a message that names none. */
async function followNamed(
  deps: Deps,
  reading: WebhookReading,
): Promise<FollowedInvoice | FollowedSubscription | undefined> {
  if (reading.code === 'subscription') return followSubscription(deps, reading.subscriptionId);
  return reading.code === 'invoice' ? followInvoice(deps, reading.invoiceId) : undefined;
}

/** The message says nothing itself, so one whose subject could not be asked for is lost unless it comes again. */
const isToComeAgain = (followed: FollowedInvoice | FollowedSubscription | undefined): boolean =>
  followed?.code === 'waiting' || followed?.code === 'unavailable';

const webhookBytesMax = 512 * 1024; // the provider's messages, not people's

const headerText = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;
